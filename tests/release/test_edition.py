"""The students' edition is whole: what its modules import goes along."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from autograder.homes import PACKAGE
from autograder.release.edition import _modules

AT_GRADING = {"grade.py imports written/__init__.py"}
"""What is imported only where hidden checks run too; rubrics stay with the teachers."""


def run(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement that may run: not those that only type checkers read."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from run(node)


def imported(path: Path) -> Iterator[Path]:
    """The files of the package that a module imports, anywhere in it; a package's by its `__init__.py`."""
    for node in run(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "autograder":
            base = PACKAGE.joinpath(*node.module.split(".")[1:])
            for place in (base, *(base / name.name for name in node.names)):
                yield from (file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file())


def test_every_module_that_the_edition_imports_is_in_it() -> None:
    kept = set(_modules())
    missing = {
        f"{path.relative_to(PACKAGE)} imports {file.relative_to(PACKAGE)}"
        for path in kept
        if path.suffix == ".py"
        for file in imported(path)
        if file not in kept
    }
    assert missing == AT_GRADING
