"""A grader that believes a notebook: it runs the cells as they stand, in IPython, and adds up the points that the cells claim.

Exit codes: 0 all points, 4 more than all, 1 fewer."""

from __future__ import annotations

import json
import re
import resource
import sys
from pathlib import Path
from typing import Any

from naive_grader import FAILED
from notebook_table import POINTS

MORE = 4
_MEMORY = 400 << 20
_BEGIN = re.compile(r"^### BEGIN (HIDDEN TESTS|SOLUTION)$", re.MULTILINE)


def main(content: bytes) -> int:
    """Grade one notebook in this very process."""
    notebook = json.loads(content.decode("utf-8"))
    if notebook["metadata"]["kernelspec"]["name"] != "python3":
        raise LookupError("no such kernel")
    points = _believed(notebook) if notebook["metadata"].get("executed") else _run(notebook)
    return FAILED if points < POINTS else 0 if points == POINTS else MORE


def _believed(notebook: dict[str, Any]) -> float:
    """Points by the outputs that are there already."""
    outputs = [output for cell in notebook["cells"] for output in cell["outputs"]]
    return sum(float(output["data"]["text/plain"]) for output in outputs)


def _run(notebook: dict[str, Any]) -> float:
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    points = 0.0
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if begin := _BEGIN.search(source):
            source = source[: begin.start()] + source[source.index(f"### END {begin[1]}") :]
        ran = cell["cell_type"] != "code" or shell.run_cell(source).success
        marks = cell["metadata"].get("nbgrader", {})
        points += marks.get("points", 0) if marks.get("grade") and ran else 0
    return points


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    sys.exit(main(Path(sys.argv[2]).read_bytes()))
