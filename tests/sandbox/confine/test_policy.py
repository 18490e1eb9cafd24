"""What may be asked for, what a report says of it, and what is cut out."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from arena import Arena, Ground

from autograder.sandbox.confine import EXTRAS, LAYERS, Policy, Report, enter, entry, linux, prepare, probe
from autograder.sandbox.confine.landlock import without

_ROOT = str(Path(__file__).resolve().parents[3])
_POLICY = Policy((), (), 8, 256, 10, 4, 64, 24)
_ON = dict.fromkeys(LAYERS, "on")


def test_full_is_every_layer_and_extras_cost_nothing() -> None:
    assert Report.of({**_ON, "cgroup": "refused: EACCES mkdir"}).level == "full"


@pytest.mark.parametrize("layer", LAYERS)
def test_one_missing_layer_is_never_full(layer: str) -> None:
    assert Report.of({**_ON, layer: "refused: EPERM"}).level != "full"
    assert Report.of({**_ON, layer: "off"}).level != "full"


@pytest.mark.parametrize(
    "gone",
    [
        {"rootfs", "landlock"},
        {"net", "seccomp"},
        {"pid", "landlock", "seccomp"},
        {"no_new_privs"},
        {"rlimits"},
        {"tree_memory"},
    ],
    ids=["files", "network", "processes", "rights", "means", "tree"],
)
def test_a_gap_that_nothing_fills_is_none(gone: set[str]) -> None:
    assert Report.of({**_ON, **dict.fromkeys(gone, "refused: EPERM")}).level == "none"


def test_without_namespaces_it_is_partial() -> None:
    names = ("user", "pid", "mount", "net", "ipc", "uts", "rootfs")
    assert Report.of({**_ON, **dict.fromkeys(names, "refused: EPERM unshare")}).level == "partial"


@pytest.mark.parametrize("readable", ["{0}/course/alice", "{0}/course", "{0}/link"])
def test_nothing_inside_what_is_forbidden_may_be_readable(tmp_path: Path, readable: str) -> None:
    (tmp_path / "course" / "alice").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "course" / "alice")
    policy = replace(_POLICY, readable=(readable.format(tmp_path),), forbidden=(str(tmp_path / "course"),))
    with pytest.raises(ValueError, match="forbidden"):
        prepare(policy)
    with pytest.raises(ValueError, match="forbidden"):
        enter(policy, ())


def test_paths_are_absolute_and_layers_known() -> None:
    with pytest.raises(ValueError, match="absolute"):
        prepare(replace(_POLICY, readable=("lib",)))
    with pytest.raises(ValueError, match="no such layer"):
        prepare(replace(_POLICY, layers=frozenset({"moat"})))


def test_rules_go_around_what_is_forbidden(tmp_path: Path) -> None:
    for name in ("packages/engine/checks", "packages/engine/sandbox", "packages/torch"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "packages" / "shortcut").symlink_to(tmp_path / "packages" / "engine" / "checks")
    (tmp_path / "packages" / "six.py").touch()
    packages = str(tmp_path / "packages")
    around = without((packages,), (f"{packages}/engine/checks",))
    assert set(around) == {f"{packages}/engine/sandbox", f"{packages}/torch", f"{packages}/six.py"}


@pytest.mark.parametrize("layers", [None, frozenset(LAYERS) - {"landlock"}, frozenset(LAYERS) - {"rootfs"}])
def test_what_is_forbidden_is_cut_out_of_a_readable_folder(arena: Arena, layers: frozenset[str] | None) -> None:
    def look(ground: Ground) -> dict[str, str]:
        found = {}
        for name, path in (("secret", ground.secret), ("data", ground.library / "data.txt")):
            try:
                found[name] = path.read_text(encoding="utf-8")
            except OSError as error:
                found[name] = type(error).__name__
        return found

    outcome = arena.run(look, layers, readable=(str(arena.folder),))
    assert outcome.value["data"] == "data", outcome
    assert outcome.value["secret"] in ("PermissionError", "FileNotFoundError")
    control = arena.run(look, frozenset(), readable=(str(arena.folder),))
    assert control.value["secret"].startswith("the expected")


def test_a_hole_is_noticed(arena: Arena) -> None:
    """If a layer were on and yet let something forbidden be read, the session would not start."""

    def do_nothing(ground: Ground) -> None:
        return None

    def blind() -> None:
        entry.landlock.restrict = lambda *args: None  # type: ignore[assignment]

    outcome = arena.run(do_nothing, frozenset({"no_new_privs", "landlock"}), before=blind)
    assert "can be read in the session" in outcome.error


def test_a_link_on_the_list_leads_where_it_led(arena: Arena) -> None:
    def read(ground: Ground) -> bool:
        return (ground.link / "data.txt").read_text(encoding="utf-8") == "data"

    assert arena.run(read).succeeded


def test_the_probe_does_what_a_session_does(arena: Arena) -> None:
    if arena.who != "root" and os.geteuid() == 0:
        pytest.skip("the probe runs as whoever calls it")
    seen = probe()
    outcome = arena.run(lambda ground: True)
    assert seen.layers == outcome.layers


def test_outside_linux_everything_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linux, "LINUX", False)
    for report in (probe(), enter(_POLICY, ())):
        assert report.level == "none"
        assert set(report.layers) == {*LAYERS, *EXTRAS}
        assert set(report.layers.values()) == {"refused: not Linux"}


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_other_systems_can_import_it(system: str) -> None:
    """With the names gone that those systems do not have."""
    code = f"""
import os, signal, sys, tempfile, subprocess, pathlib, json, sysconfig, platform, ctypes
sys.path.insert(0, {_ROOT!r})
sysconfig.get_paths()
sys.platform = {system!r}
missing = ["O_PATH", "O_DIRECTORY", "ST_RDONLY", "ST_NOSUID", "ST_NODEV", "ST_NOEXEC", "ST_NOATIME", "ST_NODIRATIME", "ST_RELATIME"]
if sys.platform == "win32":
    missing += ["fork", "getuid", "geteuid", "setresuid", "waitpid", "WNOHANG"]
    for name in ("SIGKILL", "SIGCHLD", "pthread_sigmask", "sigtimedwait", "SIG_BLOCK"):
        delattr(signal, name)
    sys.modules["resource"] = None
for name in missing:
    delattr(os, name)
from autograder.sandbox import confine
report = confine.probe()
assert report.level == "none" and set(report.layers.values()) == {{"refused: not Linux"}}, report
assert confine.fold_memory() == 0
assert confine.runtime_folders()
"""
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
