"""Packs what is handed in: one file under the name that grading looks for, and a receipt."""

from __future__ import annotations

import hashlib
import json
import zipfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.files import add_to_zip
from autograder.record import Record

MOST_BYTES = 20 * 2**20
RECEIPT = "receipt.json"


@dataclass(frozen=True)
class Receipt:
    """What was packed: the file's name and hash, when, and how the public checks stood."""

    exercise: str
    version: str
    file: str
    sha256: str
    bytes: int
    packed: str
    public_passed: int
    public_checks: int


def read_to_pack(path: Path) -> bytes:
    """The file's bytes.

    Raises:
        UsageError: if it is empty or too large to be a notebook without its outputs.
    """
    content = path.read_bytes()
    if not content.strip():
        raise UsageError(f"{path}: the file is empty; save your work first")
    if len(content) > MOST_BYTES:
        raise UsageError(
            f"{path}: {len(content) / 2**20:.0f} MB, more than {MOST_BYTES >> 20}; clear the outputs and save"
        )
    return content


def pack(content: bytes, path: Path, exercise: Exercise, record: Record, folder: Path) -> tuple[Path, Receipt]:
    """Write `<slug>.zip` with the file and its receipt.

    Args:
        content: what `read_to_pack` gave.
        path: where it was read.
        exercise: the exercise.
        record: what the public checks found on the very same bytes.
        folder: where the zip goes.

    Returns:
        The zip's path and the receipt.
    """
    checks = [check for function in record.functions.values() for check in function.checks]
    receipt = Receipt(
        exercise=exercise.slug,
        version=exercise.key,
        file=f"{exercise.slug}{path.suffix}",
        sha256=hashlib.sha256(content).hexdigest(),
        bytes=len(content),
        packed=datetime.now(UTC).isoformat(timespec="seconds"),
        public_passed=sum(check.passed is True for check in checks),
        public_checks=len(checks),
    )
    target = folder / f"{exercise.slug}.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((receipt.file, content), (RECEIPT, _json(receipt))):
            add_to_zip(archive, name, data)
    return target, receipt


def _json(receipt: Receipt) -> bytes:
    return json.dumps(asdict(receipt), ensure_ascii=False, indent=1).encode()
