"""A model's file in a package: from a wheel in a folder, from an installed package, and never another version's."""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.errors import UsageError
from autograder.models import packages
from autograder.models.packages import model_file
from autograder.models.registry import Model, registry

CONTENT = b"weights"


@pytest.fixture
def model() -> Model:
    digest = hashlib.sha256(CONTENT).hexdigest()
    known = registry().model("e5-small")
    return replace(known, package="some-package", version="1.0", file="some_package/x.bin", sha256=digest)


def write_wheel(folder: Path, content: bytes = CONTENT, version: str = "1.0") -> Path:
    path = folder / f"some_package-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("some_package/x.bin", content)
    return path


def test_a_folder_may_hold_the_packages_wheel(model: Model, tmp_path: Path) -> None:
    write_wheel(tmp_path)
    assert model_file(model, tmp_path, tmp_path / "scratch").read_bytes() == CONTENT


def test_a_folder_may_be_one_that_the_package_was_installed_into(model: Model, tmp_path: Path) -> None:
    (tmp_path / "some_package").mkdir()
    (tmp_path / "some_package" / "x.bin").write_bytes(CONTENT)
    assert model_file(model, tmp_path, tmp_path) == tmp_path / "some_package" / "x.bin"


def test_an_installed_package_is_found_without_being_imported(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "some_package").mkdir()
    (tmp_path / "some_package" / "__init__.py").write_text("raise RuntimeError", encoding="utf-8")
    (tmp_path / "some_package" / "x.bin").write_bytes(CONTENT)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert model_file(model, None, tmp_path) == tmp_path / "some_package" / "x.bin"


def test_what_is_not_installed_is_downloaded(model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Done:
        returncode = 0

    def pip(command: list[str], **options: object) -> Done:
        assert command[-1] == "some-package==1.0"
        write_wheel(Path(command[command.index("--dest") + 1]))
        return Done()

    monkeypatch.setattr(packages.subprocess, "run", pip)
    assert model_file(model, None, tmp_path).read_bytes() == CONTENT


def test_a_download_that_fails_says_how_to_do_without(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failed:
        returncode = 1

    monkeypatch.setattr(packages.subprocess, "run", lambda command, **options: Failed())
    with pytest.raises(UsageError, match=r"pip could not download some-package==1\.0; .*--from"):
        model_file(model, None, tmp_path)


@pytest.mark.parametrize(
    ("content", "version", "said"), [(b"other", "1.0", "is not the file of"), (CONTENT, "2.0", "no wheel")]
)
def test_another_versions_file_is_refused(
    content: bytes, version: str, said: str, model: Model, tmp_path: Path
) -> None:
    write_wheel(tmp_path, content, version)
    with pytest.raises(UsageError, match=said):
        model_file(model, tmp_path, tmp_path / "scratch")


def test_a_wheel_that_was_cut_short_is_refused(model: Model, tmp_path: Path) -> None:
    wheel = write_wheel(tmp_path)
    wheel.write_bytes(wheel.read_bytes()[:-30])
    with pytest.raises(UsageError, match="cannot be unpacked"):
        model_file(model, tmp_path, tmp_path / "scratch")
