"""What scripts go through on their way from the student, one sentence a test."""

from __future__ import annotations

from collections.abc import Callable

import nbformat
import pytest
from nbconvert import PythonExporter

from autograder.submission import Submission
from tests.submission.tiny import REFERENCE, STUB, Book, notes, run

Read = Callable[..., Submission]

SCRIPT = '''"""My homework."""
import math

def double(x):
    return 2 * x

def halve(x):
    return x / 2

ANALYSIS = "My analysis."
'''


def test_a_script_that_can_be_parsed_is_one_chunk_under_its_own_name(read: Read) -> None:
    submission = read(SCRIPT, "homework.py")
    assert [(c.cell, c.label, c.first_line) for c in submission.chunks] == [("script", "homework.py", 1)]
    assert (submission.kind, submission.written, submission.notes) == ("script", "My analysis.", ())
    assert submission.cells["halve"] == "def halve(x):\n    return x / 2"


def test_the_untouched_stub_has_every_function_and_no_text(read: Read) -> None:
    submission = read(STUB)
    assert submission.written == ""
    assert set(submission.cells) == {"setup", "double", "halve", "Head.forward"}
    with pytest.raises(NotImplementedError):
        run(submission)["double"](1)


def test_the_reference_is_read_like_any_script(read: Read) -> None:
    submission = read(REFERENCE)
    assert submission.written == "The answer."
    assert submission.cells["halve"].startswith("@functools.lru_cache\ndef halve")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_are_line_ends(read: Read, end: str) -> None:
    assert run(read(SCRIPT.replace("\n", end)))["double"](4) == 8


def test_a_byte_order_mark_form_feeds_and_nul_bytes_do_no_harm(read: Read) -> None:
    submission = read("\ufeff" + SCRIPT.replace("def halve", "\f\ndef halve") + "\0\0\0")
    assert run(submission)["halve"](4) == 2
    assert "NUL bytes" in notes(submission)


def test_tabs_are_python_too(read: Read) -> None:
    assert run(read(SCRIPT.replace("    ", "\t")))["double"](4) == 8


def test_one_broken_function_does_not_lose_the_others(read: Read) -> None:
    submission = read(SCRIPT.replace("return 2 * x", "return 2 * * x"))
    names = run(submission)
    assert names["halve"](4) == 2
    assert "double" not in names
    assert submission.written == "My analysis."
    broken = next(chunk for chunk in submission.chunks if chunk.cell == "double")
    assert broken.source.startswith("def double(x):")
    assert broken.first_line == 4


@pytest.mark.parametrize(
    "broken", ["def double(x:\n    return 2 * x", "def double(x):\n    return (2 * x", "def double(x):\n    '''open"]
)
def test_a_function_left_open_does_not_swallow_those_behind_it(read: Read, broken: str) -> None:
    assert run(read(f"{broken}\n\ndef halve(x):\n    return x / 2\n\nimport math\n"))["halve"](4) == 2


def test_lines_of_a_split_script_keep_their_numbers(read: Read) -> None:
    submission = read(SCRIPT.replace("return 2 * x", "return 2 * * x"))
    lines = SCRIPT.replace("return 2 * x", "return 2 * * x").split("\n")
    for chunk in submission.chunks:
        own = chunk.source.split("\n")
        assert own == lines[chunk.first_line - 1 :][: len(own)]


def test_decorators_and_long_strings_stay_whole_in_a_split_script(read: Read) -> None:
    script = (
        "import functools\n\ndef broken(:\n    pass\n\n@functools.lru_cache\ndef double(x):\n    return 2 * x\n\n"
        'ANALYSIS = """First line\nfrom the figure\nclass of words\n\ndef inition\n"""\n\ndef halve(x):\n    return x / 2\n'
    )
    submission = read(script)
    names = run(submission)
    assert (names["double"](4), names["halve"](4)) == (8, 2)
    assert submission.written == "First line\nfrom the figure\nclass of words\n\ndef inition"


def test_an_untouched_stub_below_the_students_own_function_does_not_undo_it(read: Read) -> None:
    submission = read("def double(x):\n    return 2 * x\n\n" + STUB)
    assert run(submission)["double"](4) == 8
    assert submission.chunks[0].source.count("\n") == ("def double(x):\n    return 2 * x\n\n" + STUB).count("\n")


def test_a_function_made_by_assignment_is_a_function(read: Read) -> None:
    assert run(read("double = lambda x: 2 * x\n\n" + STUB))["double"](4) == 8


def test_a_main_block_is_left_alone(read: Read) -> None:
    submission = read(SCRIPT + '\nif __name__ == "__main__":\n    print(double(2))\n')
    assert 'if __name__ == "__main__":' in submission.chunks[0].source


def test_a_script_exported_from_a_notebook_keeps_its_get_ipython_calls(read: Read) -> None:
    exported = "# In[1]:\n\nget_ipython().run_line_magic('matplotlib', 'inline')\n\n# In[2]:\n\ndef double(x):\n    return 2 * x\n"
    submission = read(exported)
    assert "get_ipython()" in submission.chunks[0].source
    assert "double" in submission.cells


def test_the_body_of_a_timed_cell_in_an_exported_script_is_run(read: Read) -> None:
    exported = (
        "import math\nget_ipython().run_cell_magic('time', '', 'def double(x):\\n    return 2 * x\\n')\nA = double(1)\n"
    )
    submission = read(exported)
    assert run(submission)["A"] == 2
    assert [chunk.first_line for chunk in submission.chunks] == [1, 2, 3]


def test_the_body_of_a_shell_cell_in_an_exported_script_is_not(read: Read) -> None:
    submission = read("get_ipython().run_cell_magic('bash', '', 'double = 1\\n')\n")
    assert "double" not in submission.cells


def test_the_written_cell_of_a_script_that_jupytext_made_is_found(read: Read) -> None:
    marker = (
        '# %% [markdown] deletable=false nbgrader={"grade": true, "grade_id": "ANALYSIS", "locked": false, "points": 3}'
    )
    assert read(f"# %%\nimport math\n\n{marker}\n# 我的分析。\n#\n# Second paragraph.\n\n# %%\nx = 1\n").written == (
        "我的分析。\n\nSecond paragraph."
    )


def test_a_script_called_ipynb_is_read_as_what_it_is(read: Read) -> None:
    submission = read(SCRIPT, "homework.ipynb")
    assert submission.kind == "script"
    assert run(submission)["double"](4) == 8
    assert "holds a Python script" in notes(submission)


def test_magics_in_a_script_are_harmless(read: Read) -> None:
    submission = read("%matplotlib inline\n!pip install torch\n" + SCRIPT)
    assert run(submission)["double"](4) == 8
    assert submission.chunks[0].source.split("\n")[2:] == SCRIPT.split("\n")


def test_a_full_width_character_is_pointed_out_by_its_line_in_the_file(read: Read) -> None:
    submission = read(SCRIPT.replace("def halve(x):", "def halve（x）:"))
    assert "tiny.py, line 7" in notes(submission)


def test_an_empty_function_body_is_not_taken_for_the_stub(read: Read) -> None:
    assert "pass" in read("def double(x):\n    pass\n").cells["double"]


TASK = "# ## 分析 · Analysis\n# \n# 写一段话。 Write a paragraph.\n\n"
ANSWER = "# First line.\n# \n# 第二段。\n\n"
EXPORTS = {
    "jupyter nbconvert": f"{TASK}{ANSWER}# ## 画图 · Figures\n\n# In[ ]:\n\nx = 1\n",
    "VS Code": f"# %% [markdown]\n{TASK}# %% [markdown]\n{ANSWER}# %%\nx = 1\n",
}


@pytest.mark.parametrize("tool", EXPORTS)
def test_the_written_part_is_found_among_the_comments_of_an_export(read: Read, tool: str) -> None:
    assert read(f"import math\n\n{EXPORTS[tool]}").written == "First line.\n\n第二段。"


def test_the_untouched_export_has_no_written_part(read: Read, book: Book) -> None:
    exporter = PythonExporter()
    text, _ = exporter.from_notebook_node(nbformat.reads(book.content().decode(), as_version=4))
    submission = read(text)
    assert submission.written == ""
    book.write("ANALYSIS", "My words.\n\n- a list")
    text, _ = exporter.from_notebook_node(nbformat.reads(book.content().decode(), as_version=4))
    assert read(text).written == "My words.\n\n- a list"
