"""The filter: evaluated as the kernel would, for both processors, and in force."""

from __future__ import annotations

import errno
import re
import struct
from pathlib import Path

import measured
import pytest
from arena import Arena, Ground
from hypothesis import given
from hypothesis import strategies as st

from autograder.sandbox.confine import linux, seccomp
from autograder.sandbox.confine.syscalls import LAST, NUMBERS

_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_MACHINES = ("x86_64", "aarch64")
_PROGRAMS = {m: seccomp.assemble(seccomp.rules(None, unix_sockets=True), m) for m in _MACHINES}
_LONELY = {m: seccomp.assemble(seccomp.rules(77, unix_sockets=False), m) for m in _MACHINES}
_HEADERS = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}


def _verdict(program: bytes, arch: int, number: int, *arguments: int) -> int:
    """What the kernel would return: classic BPF, as far as the filter uses it."""
    padded = (*arguments, *[0] * 6)[:6]
    data = struct.pack("=iIQ6Q", number, arch, 0, *[a & (1 << 64) - 1 for a in padded])
    accumulator, at = 0, 0
    for _ in range(len(program)):
        code, yes, no, value = struct.unpack_from("=HBBI", program, at * 8)
        at += 1
        if code == 0x20:
            accumulator = struct.unpack_from("=I", data, value)[0]
        elif code == 0x06:
            return value
        else:
            taken = {0x15: accumulator == value, 0x25: accumulator > value, 0x45: bool(accumulator & value)}[code]
            at += yes if taken else no
    raise AssertionError("no verdict")


def _answer(machine: str, call: str, *arguments: int, programs: dict[str, bytes] = _PROGRAMS) -> int | str:
    number = NUMBERS[call][_MACHINES.index(machine)]
    if number is None:
        pytest.skip(f"{machine} has no {call}")
    verdict = _verdict(programs[machine], _ARCH[machine], number, *arguments)
    return "allowed" if verdict == _ALLOW else verdict & 0xFFFF


@pytest.mark.parametrize("machine", _MACHINES)
@pytest.mark.parametrize(
    "call", ["ptrace", "mount", "setns", "bpf", "keyctl", "execve", "kexec_load", "shmget", "init_module"]
)
def test_denied_calls_fail(machine: str, call: str) -> None:
    assert _answer(machine, call) == errno.EPERM


@pytest.mark.parametrize("machine", _MACHINES)
@pytest.mark.parametrize("call", ["clone3", "io_uring_setup", "memfd_create", "userfaultfd", "pidfd_open"])
def test_calls_that_programs_do_without_seem_absent(machine: str, call: str) -> None:
    assert _answer(machine, call) == errno.ENOSYS


@pytest.mark.parametrize("machine", _MACHINES)
def test_arguments_decide(machine: str) -> None:
    threads = 0x3D0F00  # what pthread_create asks for
    assert _answer(machine, "clone", threads) == "allowed"
    assert _answer(machine, "clone", 17) == "allowed"
    for flag in (linux.CLONE_NEWUSER, linux.CLONE_NEWNS, linux.CLONE_NEWPID, linux.CLONE_NEWNET):
        assert _answer(machine, "clone", 17 | flag) == errno.EPERM
    assert _answer(machine, "prctl", 15) == "allowed"
    assert _answer(machine, "prctl", linux.PR_SET_PDEATHSIG) == errno.EPERM
    assert _answer(machine, "prlimit64", 0) == "allowed"
    assert _answer(machine, "prlimit64", 5) == errno.EPERM
    assert _answer(machine, "ioctl", 1, 0x5401) == "allowed"
    assert _answer(machine, "ioctl", 1, 0x5412) == errno.EPERM
    assert _answer(machine, "ioctl", 1, 0x5412 | 1 << 40) == errno.EPERM, "the kernel drops the upper half too"


@pytest.mark.parametrize("machine", _MACHINES)
def test_sockets_and_signals_depend_on_the_other_layers(machine: str) -> None:
    assert _answer(machine, "socket", 1) == "allowed"
    for family in (2, 10, 16, 17, 38, 40):
        assert _answer(machine, "socket", family) == errno.EACCES
    assert _answer(machine, "socket", 1, programs=_LONELY) == errno.EACCES
    assert _answer(machine, "kill", 5) == "allowed"
    assert _answer(machine, "kill", 77, programs=_LONELY) == "allowed"
    for target in (1, 5, -1, -77):
        assert _answer(machine, "kill", target, programs=_LONELY) == errno.EPERM
        assert _answer(machine, "tgkill", target, programs=_LONELY) == errno.EPERM


@given(st.integers(min_value=LAST + 1, max_value=(1 << 31) - 1), st.sampled_from(_MACHINES))
def test_newer_calls_and_those_of_the_x32_interface_do_not_exist(number: int, machine: str) -> None:
    assert _verdict(_PROGRAMS[machine], _ARCH[machine], number) == 0x00050000 | errno.ENOSYS


@given(
    st.integers(min_value=0, max_value=(1 << 32) - 1).filter(lambda arch: arch not in _ARCH.values()),
    st.integers(0, 500),
)
def test_another_architecture_is_killed(arch: int, number: int) -> None:
    assert _verdict(_PROGRAMS["x86_64"], arch, number) == _KILL


@given(
    st.integers(0, LAST), st.sampled_from(_MACHINES), st.lists(st.integers(0, (1 << 64) - 1), min_size=6, max_size=6)
)
def test_every_program_ends_with_a_known_verdict(number: int, machine: str, arguments: list[int]) -> None:
    allowed = {_ALLOW, *(0x00050000 | error for error in (errno.EPERM, errno.ENOSYS, errno.EACCES))}
    assert _verdict(_PROGRAMS[machine], _ARCH[machine], number, *arguments) in allowed
    assert _verdict(_LONELY[machine], _ARCH[machine], number, *arguments) in allowed


def test_each_call_has_one_rule() -> None:
    calls = [rule.call for rule in seccomp.rules(5, unix_sockets=True)]
    assert len(calls) == len(set(calls))
    assert set(calls) == set(NUMBERS)


@pytest.mark.parametrize("machine", _MACHINES)
def test_the_numbers_are_the_kernels(machine: str) -> None:
    header = Path(_HEADERS[machine])
    if not header.exists():
        pytest.skip(f"{header} is not here")
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text(encoding="utf-8"))
    theirs = {name: int(number) for name, number in found}
    ours = {call: pair[_MACHINES.index(machine)] for call, pair in NUMBERS.items()}
    assert {call: theirs.get(call) for call in ours} == ours


def test_calls_answer_as_filtered(arena: Arena) -> None:
    """Each denied call with arguments that are nonsense: without the filter the kernel says what is wrong with them."""

    def answers(ground: Ground) -> dict[str, int]:
        column = _MACHINES.index(linux.machine())
        found = {}
        for call, numbers in NUMBERS.items():
            if numbers[column] is None or call in ("clone", "kill", "tkill", "tgkill", "prctl", "vhangup"):
                continue
            try:
                linux.syscall(call, numbers[column], *[-1] * 6)
                found[call] = 0
            except OSError as error:
                found[call] = error.errno or 0
        return found

    layers = frozenset({"no_new_privs"})
    control = arena.run(answers, layers).value
    filtered = arena.run(answers, layers | {"seccomp"})
    if filtered.layers["seccomp"] != "on":
        pytest.skip(filtered.layers["seccomp"])
    expected = {rule.call: rule.error for rule in seccomp.rules(1, unix_sockets=False)}
    compared = {call for call in filtered.value if call not in ("fcntl", "ioctl")}
    assert {call: filtered.value[call] for call in compared} == {call: expected[call] for call in compared}
    changed = [call for call in compared if control[call] != filtered.value[call]]
    assert len(changed) > len(compared) // 3, "the control must show that the kernel would have answered otherwise"


def test_what_a_session_needs_still_works(arena: Arena) -> None:
    if measured.is_running():
        pytest.skip("coverage's hook in multiprocessing reads a file that confinement hides")

    def work(ground: Ground) -> bool:
        import asyncio
        import multiprocessing
        import threading

        thread = threading.Thread(target=lambda: None)
        thread.start()
        thread.join()
        with multiprocessing.get_context("fork").Pool(2) as pool:
            assert pool.map(abs, [-1, -2]) == [1, 2]
        asyncio.run(asyncio.sleep(0))
        Path("a").write_text("x", encoding="utf-8")
        Path("a").rename("b")
        return Path("b").exists() and not Path("a").exists()

    assert arena.run(work).succeeded
