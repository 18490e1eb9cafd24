"""What is packed is what was checked, under the name that grading looks for."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from autograder.errors import UsageError
from autograder.exercise import load
from autograder.record import CheckResult, FunctionResult, Record
from autograder.student import pack as packing
from autograder.student.pack import RECEIPT, pack, read_to_pack
from autograder.text import Text


def record_of(*passed: bool | None) -> Record:
    checks = tuple(CheckResult(f"f.{i}", Text("题", "title"), "public", p) for i, p in enumerate(passed))
    functions = {"f": FunctionResult(0.0, 1.0, checks)}
    return Record("polysemy", "x", "", "", "graded", None, functions, None, {}, 0.0)


def test_the_zip_holds_the_file_under_its_right_name_and_a_receipt(tmp_path: Path) -> None:
    content = "text = '银行'\n".encode()
    target, receipt = pack(content, Path("我的作业 (1).py"), load("polysemy"), record_of(True, False, None), tmp_path)
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["polysemy.py", RECEIPT]
        assert archive.read("polysemy.py") == content
        written = json.loads(archive.read(RECEIPT))
    assert written["sha256"] == receipt.sha256 == hashlib.sha256(content).hexdigest()
    assert (receipt.public_passed, receipt.public_checks) == (1, 3)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "polysemy.ipynb"
    path.write_bytes(b" \n")
    with pytest.raises(UsageError, match="empty"):
        read_to_pack(path)


def test_a_file_that_is_too_large_is_refused_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MOST_BYTES", 10)
    path = tmp_path / "polysemy.ipynb"
    path.write_bytes(b"x" * 11)
    with pytest.raises(UsageError, match="clear the outputs"):
        read_to_pack(path)
