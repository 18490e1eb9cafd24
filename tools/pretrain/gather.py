"""Step `gather`: download the source packages with apt and unpack them below the work folder."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tools.pretrain.sources import SOURCES


def gather(work: Path) -> None:
    """Unpack every source package to `work/tree/<package>`; packages that are there already are left alone."""
    for package in sorted({source.package for source in SOURCES}):
        target = work / "tree" / package
        if not target.exists():
            _unpack(_download(package, work / "packages"), target)


def _download(package: str, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    if not list(folder.glob(f"{package}_*.deb")):
        subprocess.run(["apt-get", "-q", "download", package], cwd=folder, check=True)
    return sorted(folder.glob(f"{package}_*.deb"))[-1]


def _unpack(archive: Path, target: Path) -> None:
    """Unpack beside the target and rename, so that an interrupted run is not taken for a finished one."""
    partial = target.with_name(f"{target.name}.partial")
    partial.mkdir(parents=True, exist_ok=True)
    subprocess.run(["dpkg", "-x", str(archive), str(partial)], check=True)
    partial.rename(target)
