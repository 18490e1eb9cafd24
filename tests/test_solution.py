"""The reference in the stub's cells: its bodies, what they need beside them, and what does not fit, in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.errors import UsageError
from autograder.exercise import Exercise, load
from autograder.solution import solution_cells
from autograder.template import make_exercise

MANIFEST = """slug = "own"
version = 1
title.zh = "题"
title.en = "task"
{functions}
"""
STUB = "def {name}({arguments}):\n    '''Doc.'''\n    raise NotImplementedError\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    make_exercise("own", tmp_path)
    return tmp_path


def exercise(home: Path, reference: str, *names: str, written: bool = False) -> Exercise:
    """The exercise with this reference and these functions."""
    (home / "reference" / "own.py").write_text(reference, encoding="utf-8")
    functions = "".join(f'[[functions]]\nname = "{name}"\nsignature = "(x)"\npoints = 1\n' for name in names)
    manifest = MANIFEST.format(functions=functions + ('[written]\nname = "WHY"\npoints = 1\n' if written else ""))
    (home / "assignments" / "own" / "exercise.toml").write_text(manifest, encoding="utf-8")
    return load("own", home)


def stub(name: str = "f", indent: str = "") -> str:
    return "\n".join(indent + line for line in STUB.format(name=name, arguments="x").splitlines()) + "\n"


def test_a_body_stands_in_the_region_and_what_it_needs_behind_it_once(home: Path) -> None:
    reference = (
        "import math\nLIMIT = 3\n\n# halves\ndef half(x):\n    return x / TWO\n\nTWO = 2\nUNUSED = 0\n\n"
        'def f(x):\n    """Doc."""\n    return half(min(x, LIMIT))\n\ndef g(x):\n    return math.sqrt(half(x))\n'
    )
    made = solution_cells(exercise(home, reference, "f", "g"), {"setup": "import math", "f": stub(), "g": stub("g")})
    assert made["f"] == (
        "def f(x):\n    '''Doc.'''\n    ### BEGIN SOLUTION\n    return half(min(x, LIMIT))\n\n\n"
        "LIMIT = 3\n\n\n# halves\ndef half(x):\n    return x / TWO\nTWO = 2\n### END SOLUTION\n"
    )
    assert made["g"] == (
        "def g(x):\n    '''Doc.'''\n    ### BEGIN SOLUTION\n    return math.sqrt(half(x))\n    ### END SOLUTION\n"
    )


def test_decorators_are_applied_behind_the_body_and_bring_their_imports(home: Path) -> None:
    reference = (
        "from functools import cache\nimport torch.nn as nn\n\n@cache\ndef helper(x):\n    return nn.Tanh()\n\n"
        "@cache\n@staticmethod\ndef f(x):\n    return helper(x)\n"
    )
    made = solution_cells(exercise(home, reference, "f"), {"f": stub()})["f"]
    assert "from functools import cache\nimport torch.nn as nn" in made
    assert "@cache\ndef helper(x):" in made
    assert made.rstrip().endswith("f = (staticmethod)(f)\n\nf = (cache)(f)\n### END SOLUTION")


def test_a_methods_body_is_taken_from_its_class(home: Path) -> None:
    reference = "class Model:\n    def forward(self, x):\n        y = x\n        return y\n"
    cell = "class Model:\n" + stub("forward", "    ")
    made = solution_cells(exercise(home, reference, "Model.forward"), {"Model.forward": cell})
    assert (
        "        ### BEGIN SOLUTION\n        y = x\n        return y\n        ### END SOLUTION\n"
        in made["Model.forward"]
    )


def test_a_method_that_needs_helpers_must_be_the_last_of_its_class(home: Path) -> None:
    reference = "ONE = 1\nclass Model:\n    def forward(self, x):\n        return x + ONE\n"
    cell = "class Model:\n" + stub("forward", "    ") + "\n    def other(self): ...\n"
    with pytest.raises(UsageError, match=r"own\.py, Model\.forward: .* must be the class's last"):
        solution_cells(exercise(home, reference, "Model.forward"), {"Model.forward": cell})


@pytest.mark.parametrize(("cell", "count"), [("def f(x): ...\n", 0), (stub() + "    raise NotImplementedError\n", 2)])
def test_a_stub_needs_one_place_for_the_solution(home: Path, cell: str, count: int) -> None:
    with pytest.raises(UsageError, match=rf"exactly one line `raise NotImplementedError`, and has {count}"):
        solution_cells(exercise(home, "def f(x):\n    return x\n", "f"), {"f": cell})


@pytest.mark.parametrize("name", ["absent", "f.inner", "Model", "Model.absent"])
def test_a_function_that_the_reference_lacks_is_named(home: Path, name: str) -> None:
    reference = "def f(x):\n    return x\nclass Model:\n    pass\n"
    with pytest.raises(UsageError, match=rf"reference/own\.py does not define {name}"):
        solution_cells(exercise(home, reference, name), {name: stub()})


@pytest.mark.parametrize(
    ("line", "text"), [("WHY = '''\nBecause.\n'''", "Because."), ("WHY = 'a' + 'b'", None), ("", None)]
)
def test_the_written_part_is_taken_along_where_it_is_a_string(home: Path, line: str, text: str | None) -> None:
    made = solution_cells(exercise(home, f"def f(x):\n    return x\n{line}\n", "f", written=True), {"f": stub()})
    assert made.get("WHY") == text
