"""A machine that refuses layers: the report says so, and the others still hold."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arena import Arena, Ground
from test_layers import connect_tcp, kill_victim, read_secret, tcp_service, victim, victim_is_dead, write_outside

from autograder.sandbox.confine import LAYERS, Report, linux

_NAMESPACES = ("user", "pid", "mount", "net", "ipc", "uts")


def _refuse(*what: str) -> Callable[[], None]:
    """Let steps whose names begin so fail, as a container's filter or AppArmor makes them fail: before anything is done."""

    def patch() -> None:
        _guard("unshare", lambda step, flags: f"unshare {step}", what)
        _guard("mount", lambda source, target, *rest: f"mount {target}", what)
        _guard("syscall", lambda step, *rest: step, what)

    return patch


def _guard(name: str, step: Callable[..., str], refused: tuple[str, ...]) -> None:
    real = getattr(linux, name)

    def guarded(*arguments: Any) -> Any:
        if step(*arguments).startswith(refused):
            raise OSError(errno.EPERM, step(*arguments))
        return real(*arguments)

    setattr(linux, name, guarded)


def _report(arena: Arena, *refused: str) -> Report:
    outcome = arena.run(lambda ground: Path.cwd() == ground.scratch, before=_refuse(*refused))
    assert not outcome.error, outcome
    return Report.of(outcome.layers)


def test_without_namespaces_it_is_partial_and_says_why(arena: Arena) -> None:
    report = _report(arena, "unshare")
    for layer in _NAMESPACES:
        assert report.layers[layer] == f"refused: EPERM unshare {layer}"
    assert report.layers["rootfs"] == "refused: needs the mount layer"
    assert report.level == ("partial" if report.layers["landlock"] == "on" else "none")


@pytest.mark.parametrize(
    ("attack", "host", "after"),
    [
        (read_secret, lambda ground: None, None),
        (write_outside, lambda ground: None, None),
        (connect_tcp, tcp_service, None),
        (kill_victim, victim, victim_is_dead),
    ],
    ids=["read", "write", "network", "kill"],
)
def test_without_namespaces_the_other_layers_hold(arena: Arena, attack: Any, host: Any, after: Any) -> None:
    seen = after or (lambda ground, pid: None)
    control = arena.run(attack, frozenset(), host, seen)
    assert control.host if after else control.succeeded
    outcome = arena.run(attack, None, host, seen, before=_refuse("unshare"))
    if outcome.layers.get("landlock") != "on":
        pytest.skip(f"landlock {outcome.layers.get('landlock')}")
    assert not outcome.host
    assert not outcome.succeeded or after


def test_where_mounting_is_refused_landlock_still_guards_files(arena: Arena) -> None:
    """As in Ubuntu 24.04, where a user namespace is given but no right in it."""
    report = _report(arena, "mount")
    assert report.layers["mount"].startswith("refused: EPERM mount")
    assert report.layers["rootfs"] == "refused: needs the mount layer"
    assert report.level == "partial"


def test_without_landlock_it_is_partial(arena: Arena) -> None:
    outcome = arena.run(read_secret, before=_refuse("landlock"))
    report = Report.of(outcome.layers)
    assert report.layers["landlock"] == "refused: EPERM landlock"
    assert report.level == "partial"
    assert not outcome.succeeded


def test_without_both_nothing_guards_files_and_the_report_says_none(arena: Arena) -> None:
    outcome = arena.run(read_secret, before=_refuse("landlock", "unshare"))
    assert Report.of(outcome.layers).level == "none"
    assert outcome.succeeded, "files are open, as the report says"


def test_without_seccomp_it_is_partial(arena: Arena) -> None:
    outcome = arena.run(connect_tcp, None, tcp_service, before=_refuse("seccomp"))
    report = Report.of(outcome.layers)
    assert report.layers["seccomp"] == "refused: EPERM seccomp"
    assert report.level == "partial"
    assert not outcome.succeeded


def test_layers_that_were_not_asked_for_are_off(arena: Arena) -> None:
    outcome = arena.run(lambda ground: True, frozenset({"rlimits"}))
    assert {layer for layer, state in outcome.layers.items() if state == "off"} == {*LAYERS, "cgroup"} - {"rlimits"}
    assert Report.of(outcome.layers).level == "none"


def test_this_machine_gives_what_it_is_known_to_give(arena: Arena) -> None:
    """Not a requirement: a line in the test's output that says on what machine the rest was shown."""

    def nothing(ground: Ground) -> bool:
        return True

    report = Report.of(arena.run(nothing).layers)
    missing = {layer: state for layer, state in report.layers.items() if state != "on" and layer in LAYERS}
    assert (report.level == "full") == (not missing), missing
