"""Nothing that is handed in makes reading raise, and nothing takes more time than its length explains."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.exercise import Exercise
from autograder.notebook import notebook_bytes, release_notebook
from autograder.submission import Submission, read_submission
from autograder.submission.source import parse, without_magics
from tests.submission.tiny import REFERENCE, STUB, Book

FUZZ = settings(
    max_examples=150, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
NAMES = st.sampled_from(["a.ipynb", "a.py", "", "x" * 300, "../\n<b>.py"])


def assert_whole(submission: Submission) -> None:
    """What a caller may rely on, whatever was handed in."""
    assert submission.unreadable is None or not (submission.chunks or submission.written)
    texts = [
        submission.written,
        *submission.cells.values(),
        *(t for c in submission.chunks for t in (c.source, c.label)),
    ]
    texts += [text for note in submission.notes for text in (note.zh, note.en)]
    json.dumps(texts).encode()
    "".join(texts).encode("utf-8")
    assert not any("\0" in chunk.source for chunk in submission.chunks)
    assert len(submission.notes) <= 40
    for chunk in submission.chunks:
        parse(chunk.source)


@FUZZ
@given(content=st.binary(max_size=2000), name=NAMES)
def test_random_bytes_never_raise(tiny: Exercise, content: bytes, name: str) -> None:
    assert_whole(read_submission(content, name, tiny))


@FUZZ
@given(text=st.text(max_size=2000), name=NAMES)
def test_random_text_never_raises(tiny: Exercise, text: str, name: str) -> None:
    assert_whole(read_submission(text.encode("utf-8", "surrogatepass"), name, tiny))


SHREDS = """def double(x):|    return 2 * x|\treturn|class Head:|@cache|%%time|%%bash|%matplotlib inline|!ls|x?|(|)|[|]|{|}|\\|#|# %%
# %% [markdown]|# In[3]:|ANALYSIS = |f"{|}"|“|”|：|import math|raise NotImplementedError|check_cell("tiny", "double")|\x0c|\x00|\ud800
\\0|\\ud800
get_ipython().run_cell_magic('time', '', 'x = 1')|```python|```|=|,|lambda|if 1:|else:|  |\u2028|银行|# %% plm="double"|-|+1|\r|"|'"""
SNIPPETS = st.sampled_from([*SHREDS.replace("\n", "|").split("|"), '"""', "'''"])
PROGRAMS = st.lists(st.tuples(SNIPPETS, st.sampled_from(["\n", "", " "])), max_size=60).map(
    lambda p: "".join(a + b for a, b in p)
)


@FUZZ
@given(program=PROGRAMS)
def test_scripts_made_of_shreds_never_raise(tiny: Exercise, program: str) -> None:
    assert_whole(read_submission(program.encode("utf-8", "surrogatepass"), "a.py", tiny))


@FUZZ
@given(program=PROGRAMS)
def test_magics_become_harmless_with_every_line_in_its_place(program: str) -> None:
    made = without_magics(program)
    assert made.count("\n") == program.count("\n")
    assert without_magics(made).count("\n") == made.count("\n")


@FUZZ
@given(data=st.data())
def test_mutated_scripts_never_raise(tiny: Exercise, data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from([STUB, REFERENCE])).split("\n")
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(lines) - 1))
        lines[place] = data.draw(
            st.one_of(SNIPPETS, st.just(lines[place][: len(lines[place]) // 2]), st.sampled_from(lines))
        )
    assert_whole(read_submission("\n".join(lines).encode("utf-8", "surrogatepass"), "a.py", tiny))


JSON: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), PROGRAMS, st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)
KEYS = st.sampled_from(
    "cells cell_type source metadata id nbgrader grade_id worksheets input outputs nbformat plm".split()
)
IDS = st.sampled_from(
    "setup double halve Head-forward Head.forward ANALYSIS check-double text-1 text-2 free-1 nothing".split()
)


def mutate(draw: Callable[[st.SearchStrategy[Any]], Any], data: dict[str, Any]) -> None:
    """Change a notebook somewhere."""
    cells = data.get("cells")
    if not isinstance(cells, list) or not cells or draw(st.integers(0, 9)) == 0:
        data[draw(KEYS)] = draw(JSON)
        return
    place = draw(st.integers(0, len(cells) - 1))
    what = draw(st.sampled_from(["source", "kind", "id", "grade_id", "copy", "delete", "move", "key", "any"]))
    cell = cells[place] if isinstance(cells[place], dict) else {}
    if what == "source":
        cell["source"] = draw(st.one_of(PROGRAMS, st.lists(PROGRAMS, max_size=3), JSON))
    elif what == "kind":
        cell["cell_type"] = draw(st.sampled_from(["code", "markdown", "raw", "heading", None, 3]))
    elif what == "id":
        cell["id"] = draw(st.one_of(IDS, JSON))
    elif what == "grade_id":
        cell["metadata"] = {"nbgrader": {"grade_id": draw(st.one_of(IDS, JSON))}}
    elif what == "copy":
        cells.insert(draw(st.integers(0, len(cells))), dict(cell))
    elif what == "delete":
        del cells[place]
    elif what == "move":
        cells.append(cells.pop(place))
    elif what == "key":
        cell[draw(KEYS)] = draw(JSON)
    else:
        cells[place] = draw(JSON)


@FUZZ
@given(data=st.data())
def test_mutated_notebooks_never_raise(tiny: Exercise, data: st.DataObject) -> None:
    notebook = json.loads(notebook_bytes(release_notebook(tiny)))
    for _ in range(data.draw(st.integers(1, 8))):
        mutate(data.draw, notebook)
    content = json.dumps(notebook, ensure_ascii=data.draw(st.booleans())).encode("utf-8", "surrogatepass")
    assert_whole(read_submission(content, data.draw(NAMES), tiny))


@FUZZ
@given(data=st.data())
def test_notebooks_with_torn_bytes_never_raise(tiny: Exercise, data: st.DataObject) -> None:
    content = bytearray(notebook_bytes(release_notebook(tiny)))
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(content)))
        content[start : start + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=20))
    assert_whole(read_submission(bytes(content), "a.ipynb", tiny))


def notebook(*cells: tuple[str, str, str]) -> bytes:
    return json.dumps({"cells": [{"id": i, "cell_type": kind, "source": text} for i, kind, text in cells]}).encode()


HOSTILE: dict[str, Callable[[int], tuple[bytes, str]]] = {
    "copies of one broken cell": lambda n: (notebook(*[("double", "code", "def double(x:")] * n), "a.ipynb"),
    "broken cells of no name": lambda n: (notebook(*[("", "code", "x = (")] * n), "a.ipynb"),
    "halves of cells": lambda n: (
        notebook(*[("double", "code", "def double(x):"), ("double", "code", "  return (")] * n),
        "a.ipynb",
    ),
    "text cells of code": lambda n: (notebook(*[("", "markdown", "def double(x):\n    return 1")] * n), "a.ipynb"),
    "written cells": lambda n: (notebook(*[("ANALYSIS", "markdown", f"text {i}") for i in range(n)]), "a.ipynb"),
    "text beside the written cell": lambda n: (
        notebook(("text-2", "markdown", ""), *[("", "markdown", "a")] * n),
        "a.ipynb",
    ),
    "cell magics": lambda n: (b"%%foo\nx = 1\n" * n, "a.py"),
    "broken functions": lambda n: (b"def f(:\n    pass\n" * n, "a.py"),
    "open brackets": lambda n: (b"x = (\ny\n" * n, "a.py"),
    "open strings": lambda n: (b"x = '''\n" * (2 * n + 1) + b"y = (\n" * n, "a.py"),
    "a long open string": lambda n: (b"x = (\ny = '''" + b"a\nb = 1\n" * n, "a.py"),
    "decorators": lambda n: (b"@a\n" * n + b"x", "a.py"),
    "quotes": lambda n: (b"\"'" * 4 * n + b"\n%pwd", "a.py"),
    "backslashes": lambda n: (b"'''" + b"\\" * 4 * n + b"\n" + b"'''\\\n" * n, "a.py"),
    "assignments without a value": lambda n: (b"a " * 4 * n + b"= !", "a.py"),
    "spaces": lambda n: (b" " * 4 * n + b"!" + b" " * 4 * n + b"\n" + b"\n" * n, "a.py"),
    "markers": lambda n: (b"# %%\n(\n" * n, "a.py"),
    "answers": lambda n: (b"ANALYSIS += 'a'\n" * n, "a.py"),
    "broken answers": lambda n: ("ANALYSIS = “\n".encode() * n, "a.py"),
    "exported magics": lambda n: (b"get_ipython().run_cell_magic('time', '', 'x')\n" * n, "a.py"),
    "white space before code": lambda n: (
        notebook(("", "code", " " * 8 * n + "x\n" + "cd" + " a" * n + "!")),
        "a.ipynb",
    ),
    "brackets in JSON": lambda n: (b'{"cells": ' + b"[" * n, "a.ipynb"),
    "a number in JSON": lambda n: (b'{"a": ' + b"9" * n + b', "cells": []}', "a.ipynb"),
    "bytes of no encoding": lambda n: (b"\xff\x81" * n, "a.py"),
    "white space": lambda n: (b" \n" * n, "a.py"),
}


def seconds(content: bytes, name: str, exercise: Exercise) -> float:
    start = time.process_time()
    assert_whole(read_submission(content, name, exercise))
    return time.process_time() - start


@pytest.mark.parametrize("kind", HOSTILE)
def test_eight_times_the_length_takes_no_more_than_about_eight_times_as_long(tiny: Exercise, kind: str) -> None:
    small, large = (HOSTILE[kind](size) for size in (1_000, 8_000))
    # The least of two: garbage of earlier tests is collected now and then, in whoever's time.
    before, after = (min(seconds(*content, tiny) for _ in range(2)) for content in (small, large))
    # Quadratic work would be 64 times as long; the constant covers what a busy machine adds to small figures.
    assert after < 24 * before + 0.5


IMAGE = b'{"output_type": "display_data", "data": {"image/png": "' + b"iVBORw0KGgo" * 10_000 + b'"}}'
NUMBERS = b'{\n     "x": [\n      1.25,\n      7\n     ]\n    }'


@pytest.mark.parametrize(("output", "times"), [(IMAGE, 1_000), (NUMBERS, 2_200_000)])
def test_a_hundred_megabytes_of_outputs_are_skipped(tiny: Exercise, output: bytes, times: int) -> None:
    content = notebook_bytes(release_notebook(tiny))
    outputs = b'"outputs": [\n    ' + b",\n    ".join([output] * times) + b"\n   ]"
    content = content.replace(b'"outputs": []', outputs, 1)
    assert len(content) > 100_000_000
    submission = read_submission(content, "a.ipynb", tiny)
    assert [chunk.cell for chunk in submission.chunks][:2] == ["setup", "double"]
    assert submission.notes == ()


def test_images_are_skipped_where_the_whole_notebook_is_one_line(tiny: Exercise, book: Book) -> None:
    content = book.content().replace(b'"outputs": []', b'"outputs": [' + b",".join([IMAGE] * 500) + b"]", 1)
    assert len(content) > 50_000_000
    assert [chunk.cell for chunk in read_submission(content, "a.ipynb", tiny).chunks][:2] == ["setup", "double"]


def test_a_notebook_that_is_too_large_without_its_outputs_is_refused(tiny: Exercise, book: Book) -> None:
    book.write("double", "# long\n" * 6_000_000)
    submission = read_submission(book.content(), "a.ipynb", tiny)
    assert submission.unreadable is not None
    assert "clear all outputs" in submission.unreadable.en


def test_an_error_behind_skipped_outputs_is_named_by_its_own_line(tiny: Exercise) -> None:
    outputs = b'"outputs": [\n    ' + b",\n    ".join([NUMBERS] * 100_000) + b"\n   ]"
    content = notebook_bytes(release_notebook(tiny)).replace(b'"outputs": []', outputs, 1)
    content = content.rstrip()[:-1] + b"oops"
    submission = read_submission(content, "a.ipynb", tiny)
    assert submission.unreadable is not None
    assert f"line {content.count(bytes([10])) + 1}, column 1" in submission.unreadable.en
