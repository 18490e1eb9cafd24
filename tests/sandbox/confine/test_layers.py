"""Each layer against attacks that succeed without it: alone, and with all others."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from arena import SECRET, Arena, Attack, Ground, Outcome

from autograder.sandbox.confine import landlock, linux

_FREE = frozenset[str]()


@dataclass(frozen=True)
class Case:
    """An attack and the layer that is to stop it."""

    layer: str
    attack: Attack
    host: Callable[[Ground], None] = lambda ground: None
    needs: frozenset[str] = _FREE
    """Layers that are on in the control too, since the layer cannot be without them."""
    who: str = "both"
    landlock: int = 0
    """The Landlock version that it takes."""
    after: Callable[[Ground, int], Any] | None = None
    """Finds the evidence outside, where the attack itself cannot know."""

    def succeeded(self, outcome: Outcome) -> bool:
        return bool(outcome.host) if self.after else outcome.succeeded

    def run(self, arena: Arena, layers: frozenset[str] | None) -> Outcome:
        changes = {"cpu_seconds": 1} if self.attack is burn_processor else {}
        return arena.run(self.attack, layers, self.host, self.after or (lambda ground, pid: None), **changes)


def read_secret(ground: Ground) -> bool:
    return ground.secret.read_text(encoding="utf-8") == SECRET


def read_secret_by_link(ground: Ground) -> bool:
    Path("link").symlink_to(ground.secret)
    return Path("link").read_text(encoding="utf-8") == SECRET


def list_course(ground: Ground) -> list[str]:
    return [path.name for path in ground.secret.parent.iterdir()]


def write_outside(ground: Ground) -> bool:
    (ground.secret.parent / "planted.py").write_text("x", encoding="utf-8")
    return True


def write_library(ground: Ground) -> bool:
    (ground.library / "data.txt").write_text("poison", encoding="utf-8")
    return True


def delete_library(ground: Ground) -> bool:
    shutil.rmtree(ground.library)
    return True


def read_other_environment(ground: Ground) -> bool:
    return bool(Path(f"/proc/{ground.facts['victim']}/environ").read_bytes())


def see_processes(ground: Ground) -> bool:
    return str(ground.facts["victim"]) in [path.name for path in Path("/proc").iterdir()]


def read_inherited(ground: Ground) -> bool:
    return os.pread(ground.facts["descriptor"], 100, 0).decode() == SECRET


def become_another(ground: Ground) -> bool:
    os.setresuid(4242, 4242, 4242)
    return True


def kill_victim(ground: Ground) -> bool:
    os.kill(ground.facts["victim"], signal.SIGKILL)
    return True


def victim_is_dead(ground: Ground, pid: int) -> bool:
    deadline = time.monotonic() + 1
    while time.monotonic() < deadline:
        if os.waitpid(ground.facts["victim"], os.WNOHANG)[0]:
            return True
        time.sleep(0.01)
    return False


def kill_by_fcntl(ground: Ground) -> bool:
    """A signal sent by the kernel on this process's behalf, whenever a pipe becomes readable."""
    import fcntl

    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, ground.facts["victim"])
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writing, b"x")
    return True


def connect_tcp(ground: Ground) -> bool:
    with socket.create_connection(("127.0.0.1", ground.facts["port"]), 2) as peer:
        return bool(peer.getpeername())


def connect_abstract(ground: Ground) -> bool:
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(ground.facts["abstract"])
        return True


def connect_unix(ground: Ground) -> bool:
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(str(ground.folder / "service"))
        return True


def find_shared_memory(ground: Ground) -> bool:
    return linux.checked("shmget", linux.libc().shmget(ground.facts["key"], 1, 0)) >= 0


def mount_over_library(ground: Ground) -> bool:
    linux.mount("over", str(ground.library), "tmpfs", 0)
    return True


def rename_machine(ground: Ground) -> bool:
    socket.sethostname("owned")
    return True


def read_roots_file(ground: Ground) -> bool:
    return (ground.folder / "private.txt").read_text(encoding="utf-8") == SECRET


def make_network(ground: Ground) -> bool:
    linux.unshare("net", linux.CLONE_NEWNET)
    return True


def run_setuid_program(ground: Ground) -> bool:
    return subprocess.run([ground.folder / "id", "-u"], capture_output=True, check=True).stdout == b"0\n"


def trace_victim(ground: Ground) -> bool:
    return linux.checked("ptrace", linux.libc().ptrace(16, ground.facts["victim"], None, None)) == 0


def run_program(ground: Ground) -> bool:
    return subprocess.run(["/bin/true"], check=True).returncode == 0


def outlive_parent(ground: Ground) -> bool:
    linux.prctl("death signal", linux.PR_SET_PDEATHSIG, 0)
    return True


def hidden_memory(ground: Ground) -> bool:
    """Sixteen files in memory, which no process's size shows."""
    descriptors = [os.memfd_create("hidden") for _ in range(16)]
    for descriptor in descriptors:
        os.write(descriptor, bytes(1 << 20))
    return True


def new_user_namespace(ground: Ground) -> bool:
    linux.unshare("user", linux.CLONE_NEWUSER)
    return True


def new_user_namespace_by_clone(ground: Ground) -> bool:
    flags = linux.CLONE_NEWUSER | signal.SIGCHLD
    pid = linux.syscall("clone", {"x86_64": 56, "aarch64": 220}[linux.machine()], flags, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    return os.waitpid(pid, 0)[0] == pid


def packet_socket(ground: Ground) -> bool:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW):
        return True


def allocate(ground: Ground) -> bool:
    return len(bytearray(400 << 20)) > 0


def write_large_file(ground: Ground) -> bool:
    return Path("large").write_bytes(bytes(6 << 20)) > 0


def open_many_files(ground: Ground) -> bool:
    return len([os.open("/dev/null", os.O_RDONLY) for _ in range(100)]) == 100


def burn_processor(ground: Ground) -> bool:
    while time.process_time() < 2.5:
        pass
    return True


def start_many_threads(ground: Ground) -> bool:
    done = threading.Event()
    threads = [threading.Thread(target=done.wait, daemon=True) for _ in range(40)]
    try:
        for thread in threads:
            thread.start()
        return True
    finally:
        done.set()


def fork_many(ground: Ground) -> bool:
    pids = []
    try:
        for _ in range(40):
            if (pid := os.fork()) == 0:
                time.sleep(30)
                os._exit(0)
            pids.append(pid)
        return True
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)


def core_of_any_size(ground: Ground) -> bool:
    return resource.getrlimit(resource.RLIMIT_CORE)[1] != 0


def fill_disk(ground: Ground) -> bool:
    for number in range(6):
        Path(f"filler{number}").write_bytes(bytes(3 << 20))
    return True


def fill_inodes(ground: Ground) -> bool:
    for number in range(3000):
        Path(f"f{number}").touch()
    return True


def victim(ground: Ground) -> None:
    pid = os.fork()
    if pid == 0:
        signal.pause()
    ground.facts["victim"] = pid


def _server(ground: Ground, family: int, address: Any) -> socket.socket:
    server = socket.socket(family)
    server.bind(address)
    server.listen()
    ground.facts.setdefault("kept", []).append(server)
    return server


def tcp_service(ground: Ground) -> None:
    ground.facts["port"] = _server(ground, socket.AF_INET, ("127.0.0.1", 0)).getsockname()[1]


def abstract_service(ground: Ground) -> None:
    ground.facts["abstract"] = f"\0plm-{ground.folder}"
    _server(ground, socket.AF_UNIX, ground.facts["abstract"])


def unix_service(ground: Ground) -> None:
    _server(ground, socket.AF_UNIX, str(ground.folder / "service"))


def open_secret(ground: Ground) -> None:
    ground.facts["descriptor"] = os.dup2(os.open(ground.secret, os.O_RDONLY), 50)


def shared_memory(ground: Ground) -> None:
    ground.facts["key"] = 0x51AB
    linux.checked("shmget", linux.libc().shmget(0x51AB, 4096, 0o1666))


def roots_file(ground: Ground) -> None:
    (ground.folder / "private.txt").write_text(SECRET, encoding="utf-8")
    (ground.folder / "private.txt").chmod(0o600)


def strangers_file(ground: Ground) -> None:
    roots_file(ground)
    os.chown(ground.folder / "private.txt", 4242, 4242)


def setuid_program(ground: Ground) -> None:
    shutil.copy("/usr/bin/id", ground.folder / "id")
    (ground.folder / "id").chmod(0o4755)


_SPACE = frozenset({"mount"})
CASES = [
    Case("descriptors", read_inherited, open_secret),
    Case("user", become_another, who="root"),
    Case("user", read_other_environment, victim, who="ordinary"),
    Case("pid", kill_victim, victim, after=victim_is_dead),
    Case("pid", kill_by_fcntl, victim, after=victim_is_dead),
    Case("net", connect_tcp, tcp_service),
    Case("net", connect_abstract, abstract_service),
    Case("ipc", find_shared_memory, shared_memory),
    Case("rootfs", read_secret, needs=_SPACE),
    Case("rootfs", read_secret_by_link, needs=_SPACE),
    Case("rootfs", list_course, needs=_SPACE),
    Case("rootfs", write_outside, needs=_SPACE),
    Case("rootfs", write_library, needs=_SPACE),
    Case("rootfs", delete_library, needs=_SPACE),
    Case("rootfs", read_other_environment, victim, needs=_SPACE, who="root"),
    Case("rootfs", see_processes, victim, needs=_SPACE),
    Case("rootfs", connect_unix, unix_service, needs=_SPACE),
    Case("rootfs", fill_disk, needs=_SPACE),
    Case("rootfs", fill_inodes, needs=_SPACE),
    Case("uid", read_roots_file, roots_file, who="root"),
    Case("capabilities", read_roots_file, strangers_file, who="root"),
    Case("capabilities", make_network, needs=frozenset({"user"})),
    Case("no_new_privs", run_setuid_program, setuid_program, needs=frozenset({"uid"}), who="root"),
    Case("landlock", read_secret),
    Case("landlock", read_secret_by_link),
    Case("landlock", list_course),
    Case("landlock", write_outside),
    Case("landlock", write_library),
    Case("landlock", delete_library),
    Case("landlock", read_other_environment, victim),
    Case("landlock", trace_victim, victim),
    Case("landlock", run_program),
    Case("landlock", connect_tcp, tcp_service, landlock=4),
    Case("landlock", kill_victim, victim, landlock=6, after=victim_is_dead),
    Case("landlock", kill_by_fcntl, victim, landlock=6, after=victim_is_dead),
    Case("landlock", connect_abstract, abstract_service, landlock=6),
    Case("seccomp", connect_tcp, tcp_service),
    Case("seccomp", connect_unix, unix_service),
    Case("seccomp", connect_abstract, abstract_service),
    Case("seccomp", packet_socket),
    Case("seccomp", kill_victim, victim, after=victim_is_dead),
    Case("seccomp", kill_by_fcntl, victim, after=victim_is_dead),
    Case("seccomp", trace_victim, victim),
    Case("seccomp", run_program),
    Case("seccomp", outlive_parent),
    Case("seccomp", hidden_memory),
    Case("seccomp", new_user_namespace),
    Case("seccomp", new_user_namespace_by_clone),
    Case("rlimits", allocate),
    Case("rlimits", write_large_file),
    Case("rlimits", open_many_files),
    Case("rlimits", burn_processor),
    Case("rlimits", start_many_threads, needs=frozenset({"uid"})),
    Case("rlimits", fork_many, needs=frozenset({"uid"})),
    Case("rlimits", core_of_any_size),
]
_NAMESPACES = {"pid", "mount", "net", "ipc", "uts"}


def _needs(case: Case, who: str) -> frozenset[str]:
    """An ordinary user has other namespaces only inside a user namespace."""
    others = {"user"} if who == "ordinary" and (case.needs | {case.layer}) & _NAMESPACES else set()
    # Without no_new_privs a process that is not root may not use a filter or Landlock, and says so.
    rights = {"no_new_privs"} if case.layer in ("landlock", "seccomp") else set()
    return case.needs | others | rights


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.layer}-{case.attack.__name__}")
def test_a_layer_stops_what_succeeds_without_it(arena: Arena, case: Case) -> None:
    if case.who not in ("both", arena.who):
        pytest.skip("an attack by root")
    _skip_without_landlock(case.landlock)
    needs = _needs(case, arena.who)
    control = case.run(arena, needs)
    _skip_if_refused(control.layers, needs)
    assert case.succeeded(control), f"the control shows nothing: {control}"
    alone = case.run(arena, needs | {case.layer})
    _skip_if_refused(alone.layers, frozenset({case.layer}))
    assert not case.succeeded(alone), alone
    together = case.run(arena, None)
    assert not case.succeeded(together), together


def test_what_is_mounted_inside_is_not_seen_outside(arena: Arena) -> None:
    _only_root(arena)

    def seen(ground: Ground, pid: int) -> bool:
        return os.path.ismount(ground.library)

    assert arena.run(mount_over_library, _FREE, after=seen).host is True
    inside = arena.run(mount_over_library, frozenset({"mount"}), after=seen)
    assert inside.succeeded
    assert inside.host is False


def test_a_renamed_machine_keeps_its_name_outside(arena: Arena) -> None:
    _only_root(arena)

    def name(ground: Ground, pid: int) -> str:
        return socket.gethostname()

    assert arena.run(rename_machine, _FREE, after=name).host == "owned"
    inside = arena.run(rename_machine, frozenset({"uts"}), after=name)
    assert inside.succeeded
    assert inside.host != "owned"


def test_the_session_may_still_write_in_its_scratch(arena: Arena) -> None:
    def write(ground: Ground) -> bool:
        Path("mine").write_text("x", encoding="utf-8")
        Path("/dev/null").write_text("x", encoding="utf-8")
        return Path.cwd() == Path("/tmp") and (ground.library / "data.txt").read_text(encoding="utf-8") == "data"

    done = arena.run(write)
    _skip_if_refused(done.layers, frozenset({"rootfs"}))
    assert done.succeeded, done


def test_where_a_private_tmp_is_refused_it_writes_in_the_given_folder_only(arena: Arena) -> None:
    def write(ground: Ground) -> bool:
        Path("mine").write_text("x", encoding="utf-8")
        return Path.cwd() == ground.scratch

    layers = frozenset({"uid", "no_new_privs", "landlock"})
    assert arena.run(write, layers).succeeded
    assert not arena.run(write_outside, layers).succeeded


def _only_root(arena: Arena) -> None:
    if arena.who != "root":
        pytest.skip("an attack by root")


def _skip_if_refused(layers: dict[str, str], needed: frozenset[str]) -> None:
    for layer in needed:
        if layers.get(layer, "on") != "on":
            pytest.skip(f"{layer} {layers[layer]}")


def _skip_without_landlock(version: int) -> None:
    with contextlib.suppress(OSError):
        if landlock.version() >= version:
            return
    if version:
        pytest.skip(f"Landlock {version} is not here")
