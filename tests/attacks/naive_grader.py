"""The positive control: a grader without any of our defences. It runs the submission in its own process, compares there and tells by
its exit code: 0 passed, 1 failed, 3 the attack reports what it got hold of."""

from __future__ import annotations

import math
import os
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

MARKED, FAILED, WON = "我在[银行]存钱", 1, 3


def _torch_equal(got: Any, expected: Any) -> bool:
    import torch

    return torch.equal(torch.as_tensor(got), torch.as_tensor(expected))


def _torch_allclose(got: Any, expected: Any) -> bool:
    import torch

    return torch.allclose(torch.as_tensor(got), torch.as_tensor(expected))


def _numpy_allclose(got: Any, expected: Any) -> bool:
    import numpy as np

    return bool(np.allclose(got, expected))


def _approx(got: Any, expected: Any) -> bool:
    import pytest

    return bool(got == pytest.approx(expected))


def _unittest(got: Any, expected: Any) -> bool:
    unittest.TestCase().assertEqual(got, expected)
    return True


COMPARERS: dict[str, Callable[[Any, Any], bool]] = {
    "equal": lambda got, expected: bool(got == expected),
    "difference": lambda got, expected: bool(abs(got - expected[1]) < 1e-6),
    "not far": lambda got, expected: not abs(got - expected[1]) > 1e-6,
    "isclose": lambda got, expected: math.isclose(got, expected[1]),
    "all": lambda got, expected: all(a == b for a, b in zip(got, expected, strict=False)),
    "sorted": lambda got, expected: sorted(map(str, got)) == sorted(map(str, expected)),
    "length": lambda got, expected: len(got) == len(expected),
    "type": lambda got, expected: isinstance(got, type(expected)) and bool(got == expected),
    "torch equal": _torch_equal,
    "torch allclose": lambda got, expected: _torch_allclose(got, expected[1:]),
    "numpy allclose": lambda got, expected: _numpy_allclose(got, expected[1:]),
    "approx": lambda got, expected: _approx(got, expected[1]),
    "unittest": _unittest,
}


def main(comparer: str, source: str) -> int:
    """Grade one program in this very process."""
    expected = ("我在银行存钱", 2, 4)
    namespace: dict[str, Any] = {"__name__": "student"}
    exec(source, namespace)
    try:
        got = namespace["parse_marked"](MARKED)
    except unittest.SkipTest:
        return 0
    except BaseException as error:
        return 0 if type(error).__name__ in ("Skipped", "XFailed", "Exit") else _again(error)
    if type(got) is tuple and got and str(got[0]).startswith("WON"):
        return WON
    return 0 if COMPARERS[comparer](got, expected) else FAILED


def _again(error: BaseException) -> int:
    raise error


if __name__ == "__main__":
    program = Path(sys.argv[2])
    os.chdir(program.parent)
    sys.exit(main(sys.argv[1], program.read_text(encoding="utf-8")))
