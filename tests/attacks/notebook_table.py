"""Notebooks that claim, hide or break something. Each begins as the naive course's own notebook with an unsolved function; `spoil` makes
the attack of it. `control` says what the naive grader of `naive_notebook.py` does with it: gives `full` or `more` marks, or `died`."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Book = dict[str, Any]
UNSOLVED = "def parse_marked(marked):\n    raise NotImplementedError\n"
SOLVED = """def parse_marked(marked):
    if marked.count("[") != 1 or marked.count("]") != 1 or marked.index("]") - marked.index("[") < 2:
        raise ValueError("one marked word")
    before, rest = marked.split("[")
    word, after = rest.split("]")
    return before + word + after, len(before), len(before) + len(word)
"""
CHECK = 'assert parse_marked("我在[银行]存钱") == ("我在银行存钱", 2, 4)'
POINTS = 2


@dataclass(frozen=True)
class NotebookAttack:
    """One hostile notebook; `honest` where the function in it is solved and should have what it earns all the same."""

    name: str
    spoil: Callable[[Book], bytes]
    control: str
    honest: bool = False

    def content(self) -> bytes:
        """The notebook's bytes."""
        return self.spoil(book(SOLVED if self.honest else UNSOLVED))


def book(solution: str) -> Book:
    """A notebook with a solution cell and its check cell, as a course without a trusted process hands it out."""
    cells = [
        _cell("parse_marked", solution, grade=False, locked=False, solution=True),
        _cell("check-parse_marked", CHECK, grade=True, locked=True, solution=False, points=POINTS),
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def content(notebook: Book) -> bytes:
    """A notebook as it lies in a file."""
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode()


def _cell(name: str, source: str, **flags: Any) -> Book:
    marks = {"grade_id": name, "schema_version": 3, "task": False, **flags}
    return {
        "cell_type": "code",
        "id": name,
        "metadata": {"nbgrader": marks},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


def _edited(edit: Callable[[Book], object]) -> Callable[[Book], bytes]:
    def spoil(notebook: Book) -> bytes:
        edit(notebook)
        return content(notebook)

    return spoil


def _marks(cell: Book) -> Book:
    marks: Book = cell["metadata"]["nbgrader"]
    return marks


def _check_becomes(source: str, **changes: Any) -> Callable[[Book], bytes]:
    """The check cell with another text and other claims."""

    def edit(notebook: Book) -> None:
        check = notebook["cells"][1]
        check.update(source=source)
        _marks(check).update(changes)

    return _edited(edit)


def _first_runs(source: str) -> Callable[[Book], bytes]:
    """A cell of the student's own in front."""
    cell = _cell("mine", source)
    del cell["metadata"]["nbgrader"]
    return _edited(lambda notebook: notebook["cells"].insert(0, cell))


def _solution_becomes(source: str) -> Callable[[Book], bytes]:
    return _edited(lambda notebook: notebook["cells"][0].update(source=source))


def _doubled_check(notebook: Book) -> None:
    """The check cell in three copies, each worth its points, none of them checking."""
    easy = copy.deepcopy(notebook["cells"][1])
    easy["source"] = "pass"
    notebook["cells"] += [copy.deepcopy(easy) for _ in range(2)]


def _own_grade_cell(notebook: Book) -> None:
    notebook["cells"][1]["source"] = "pass"
    notebook["cells"].append(_cell("bonus", "pass", grade=True, locked=True, solution=False, points=100))


def _retyped_check(notebook: Book) -> None:
    notebook["cells"][1]["cell_type"] = "markdown"


def _forged_output(notebook: Book) -> None:
    output = {"output_type": "execute_result", "data": {"text/plain": "2.0"}, "metadata": {}, "execution_count": 1}
    notebook["cells"][1].update(outputs=[output], execution_count=1)
    notebook["metadata"]["executed"] = True


def _deleted_check(notebook: Book) -> None:
    """The points stand in the solution cell, which does not fail."""
    del notebook["cells"][1]
    _marks(notebook["cells"][0]).update(grade=True, points=POINTS)


def _swapped_ids(notebook: Book) -> None:
    first, second = notebook["cells"]
    first["metadata"], second["metadata"] = second["metadata"], first["metadata"]
    first["source"], second["source"] = "pass", UNSOLVED


def _hundred_megabytes(notebook: Book) -> bytes:
    line = '{"name": "stdout", "output_type": "stream", "text": ["' + "x" * 40 + '"]}'
    text = content(notebook).decode()
    place = text.index('"outputs": []') + len('"outputs": [')
    outputs = ",\n    ".join([line] * (100 * 2**20 // (len(line) + 6)))
    return f"{text[:place]}\n    {outputs}\n   {text[place:]}".encode()


def _deep(notebook: Book) -> bytes:
    return content(notebook)[:-2] + b',\n "deep": ' + b"[" * 200_000 + b"]" * 200_000 + b"\n}"


_TRANSFORMED = """import ast
class Lenient(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.copy_location(ast.Pass(), node)
get_ipython().ast_transformers.append(Lenient())"""
_HOOK = """def skip(info):
    import builtins
    info.raw_cell = 'pass'
    globals()['parse_marked'] = lambda marked: ("我在银行存钱", 2, 4)
get_ipython().events.register('pre_run_cell', skip)"""
_SHELL = """class Done:
    success = True
get_ipython().__class__.run_cell = lambda *args, **kwargs: Done()"""
_RUNNER = """async def nothing(*args, **kwargs): return False
get_ipython().run_code = nothing"""
_COMPILER = """def nothing(self, *args, **kwargs): return compile('pass', 'cell', 'exec', 1024)
get_ipython().compile.__class__.ast_parse = nothing"""
_FOUND = """import builtins
builtins.parse_marked = lambda marked: ("我在银行存钱", 2, 4)
del parse_marked"""

NOTEBOOKS = [
    NotebookAttack("points raised", _check_becomes("pass", points=100), "more"),
    NotebookAttack("check cell replaced", _check_becomes("pass"), "full"),
    NotebookAttack("check cell unlocked and replaced by points", _check_becomes("100.0", locked=False), "full"),
    NotebookAttack("check cell emptied", _check_becomes(""), "full"),
    NotebookAttack(
        "check cell that ends well before its end", _check_becomes(f"import os\nos._exit(0)\n{CHECK}"), "full"
    ),
    NotebookAttack("check cell deleted, its points moved", _edited(_deleted_check), "full"),
    NotebookAttack("check cell turned into text", _edited(_retyped_check), "full"),
    NotebookAttack("check cell with an ID of its own", _edited(_own_grade_cell), "more"),
    NotebookAttack("duplicated IDs, each with points", _edited(_doubled_check), "more"),
    NotebookAttack("IDs of solution and check exchanged", _edited(_swapped_ids), "full"),
    NotebookAttack("negative points elsewhere, more here", _check_becomes("pass", points=1e308), "more"),
    NotebookAttack("forged outputs", _edited(_forged_output), "full"),
    NotebookAttack("AST transformer", _first_runs(_TRANSFORMED), "full"),
    NotebookAttack(
        "input transformer",
        _first_runs(
            "get_ipython().input_transformers_post.append(lambda lines: [l for l in lines if 'assert' not in l])"
        ),
        "full",
    ),
    NotebookAttack("hook before each cell", _first_runs(_HOOK), "full"),
    NotebookAttack("shell that runs nothing", _first_runs(_SHELL), "full"),
    NotebookAttack("code that is never run", _first_runs(_RUNNER), "full"),
    NotebookAttack("function of the builtins", _solution_becomes(f"{UNSOLVED}{_FOUND}"), "full"),
    NotebookAttack("assertions compiled away", _first_runs(_COMPILER), "full"),
    NotebookAttack(
        "marker of a solution without end", _solution_becomes(f"### BEGIN SOLUTION\n{SOLVED}"), "died", True
    ),
    NotebookAttack("marker of hidden tests", _solution_becomes(f"### BEGIN HIDDEN TESTS\n{SOLVED}"), "died", True),
    NotebookAttack(
        "marker of a script's cell in a string",
        _solution_becomes(f'TEXT = """\n# %% plm="check-parse_marked"\n### BEGIN HIDDEN TESTS\n"""\n{SOLVED}'),
        "died",
        True,
    ),
    NotebookAttack(
        "kernel that is not there",
        _edited(lambda notebook: notebook["metadata"].update(kernelspec={"name": "evil", "display_name": "x"})),
        "died",
        True,
    ),
    NotebookAttack("no kernel at all", _edited(lambda notebook: notebook.update(metadata=7)), "died", True),
    NotebookAttack("not valid JSON", lambda notebook: content(notebook)[:-40], "died"),
    NotebookAttack("merge conflict", lambda notebook: b"<<<<<<< HEAD\n" + content(notebook), "died"),
    NotebookAttack("not UTF-8", lambda notebook: content(notebook).replace("存".encode(), b"\xff\xfe"), "died", True),
    NotebookAttack("nested two hundred thousand deep", _deep, "died"),
    NotebookAttack("a hundred megabytes of output", _hundred_megabytes, "died", True),
    NotebookAttack(
        "cells of strange types",
        _edited(lambda notebook: notebook["cells"].extend([None, 7, {"cell_type": [], "source": {"a": 1}}, []])),
        "died",
        True,
    ),
    NotebookAttack(
        "source of a million numbers",
        _edited(lambda notebook: notebook["cells"].append({"source": [1] * 10**6})),
        "died",
        True,
    ),
]
