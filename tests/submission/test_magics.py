"""IPython's own syntax becomes harmless, line by line."""

from __future__ import annotations

import ast

import pytest

from autograder.submission.source import without_fences, without_magics

LINES = [
    ("%matplotlib inline", "# %matplotlib inline"),
    ("!pip install torch", "# !pip install torch"),
    ("!echo \"it's", "# !echo \"it's"),
    ("pip install -U transformers", "# pip install -U transformers"),
    ("model?", "# model?"),
    ("?model", "# ?model"),
    ("model.forward??", "# model.forward??"),
    ("%time y = f(1)", "y = f(1)"),
    ("%timeit f(1)", "# %timeit f(1)"),
    ("files = !ls *.txt", "files = []"),
    ("t = %timeit -o f(1)", "t = None"),
    ("%%time", "# %%time"),
    ("%cd /tmp", "# %cd /tmp"),
]


@pytest.mark.parametrize(("line", "harmless"), LINES)
def test_a_line_of_ipythons_own_becomes_harmless_in_its_place(line: str, harmless: str) -> None:
    assert without_magics(f"x = 1\n{line}\ny = 2") == f"x = 1\n{harmless}\ny = 2"


def test_inside_a_block_a_statement_is_left() -> None:
    made = without_magics("for i in range(3):\n    !ls\nif x:\n    %time f(i)")
    assert made == "for i in range(3):\n    pass  # !ls\nif x:\n    f(i)"
    ast.parse(made)


def test_the_body_of_a_timed_or_captured_cell_stays() -> None:
    for magic in ("%%time", "%%timeit -n 3", "%%capture out --no-stderr"):
        assert without_magics(f"{magic}\nx = 1") == f"# {magic}\nx = 1"


def test_the_body_of_a_shell_html_or_file_cell_becomes_comments() -> None:
    for magic in ("%%bash", "%%html", "%%writefile a.py", "%%javascript", "%%!"):
        assert without_magics(f"{magic}\nx = 1\n\ny") == f"# {magic}\n# x = 1\n# \n# y"


def test_a_shell_cell_in_a_script_ends_at_the_next_cell() -> None:
    assert without_magics("# %%\n%%bash\nls -l\n# %%\nx = 1\n%pwd") == "# %%\n# %%bash\n# ls -l\n# %%\nx = 1\n# %pwd"


def test_a_shell_command_over_several_lines_is_harmless_to_its_end() -> None:
    assert without_magics("!pip install \\\n   torch\nx = 1") == "# !pip install \\\n#    torch\nx = 1"


@pytest.mark.parametrize(
    "text",
    [
        "x = (5\n% 3)",
        'text = """\n%matplotlib inline\n!ls\n"""',
        "x = 7 \\\n% 3",
        "d = {\n    'a': 1,\n}\ny = [\n1\n% 2]",
    ],
)
def test_python_that_looks_like_magic_is_left_alone(text: str) -> None:
    assert without_magics(text) == text
    assert without_magics(f"{text}\n%pwd") == f"{text}\n# %pwd"


def test_a_bracket_left_open_does_not_hide_the_magics_behind_the_next_function() -> None:
    assert without_magics("x = (1,\ndef f():\n    pass\n%pwd").endswith("# %pwd")


def test_strings_with_hashes_and_escaped_quotes_do_not_confuse_the_reader() -> None:
    text = 'a = \'it\\\'s # no comment (\'\nb = """x \\""" y"""\n%pwd'
    assert without_magics(text).endswith("\n# %pwd")


def test_only_what_stands_between_fences_is_code_and_lines_keep_their_numbers() -> None:
    assert without_fences("text\n```python\nx = 1\n```\nmore") == "\n\nx = 1\n\n"
    assert without_fences("x = 1") == "x = 1"
