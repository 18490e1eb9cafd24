"""Packs what is handed in: one file under the name that grading looks for, and a receipt."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.files import add_to_zip, write_whole
from autograder.record import Record
from autograder.submission.zipped import is_zip
from autograder.text import Text

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
        UsageError: if it is empty, packed already, or too large to be a notebook without its outputs.
    """
    content = path.read_bytes()
    if is_zip(content):
        raise UsageError(
            Text(
                f"{path}：这已经是一个 zip；请写出笔记本或脚本的路径",
                f"{path}: this is a zip already; give the path of the notebook or script",
            )
        )
    if not content.strip():
        raise UsageError(
            Text(f"{path}：文件是空的，请先保存你的作业", f"{path}: the file is empty; save your work first")
        )
    if len(content) > MOST_BYTES:
        size, most = f"{len(content) / 2**20:.0f}", MOST_BYTES >> 20
        raise UsageError(
            Text(
                f"{path}：{size} MB，超过 {most} MB；请清除输出后再保存",
                f"{path}: {size} MB, more than {most}; clear the outputs and save",
            )
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

    Raises:
        UsageError: if nothing can be written there.
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
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(target, _zipped({receipt.file: content, RECEIPT: _json(receipt)}))
    except OSError as error:
        raise UsageError(
            Text(
                f"{target}：写不了（{error.strerror}）；请用 --output 给出另一个文件夹",
                f"{target}: cannot be written ({error.strerror}); give another folder with --output",
            )
        ) from None
    return target, receipt


def _zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            add_to_zip(archive, name, data)
    return buffer.getvalue()


def _json(receipt: Receipt) -> bytes:
    return json.dumps(asdict(receipt), ensure_ascii=False, indent=1).encode()
