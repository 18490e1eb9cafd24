"""What notebooks go through on their way from the student, one sentence a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from autograder.submission import Submission
from tests.submission.tiny import Book, code, notes, prose, run

Read = Callable[..., Submission]

DOUBLE = "def double(x):\n    return 2 * x"
HALVE = "def halve(x):\n    return x / 2"
HEAD = """class Head:
    def __init__(self, weight):
        self.weight = weight

    def forward(self, x):
        return self.weight * x"""


@pytest.fixture
def solved(book: Book) -> Book:
    """The release notebook, filled in."""
    book.write("double", DOUBLE)
    book.write("halve", HALVE)
    book.write("Head-forward", HEAD)
    book.write("ANALYSIS", "我的分析。 My analysis.")
    return book


def test_the_untouched_release_has_every_stub_no_text_and_nothing_to_note(read: Read, book: Book) -> None:
    submission = read(book)
    assert [chunk.cell for chunk in submission.chunks] == ["setup", "double", "halve", "Head.forward", "extra-12"]
    assert (submission.written, submission.notes, submission.unreadable) == ("", (), None)
    with pytest.raises(NotImplementedError):
        run(submission)["double"](1)


def test_a_solved_notebook_gives_its_cells_in_order_and_its_text(read: Read, solved: Book) -> None:
    submission = read(solved)
    assert submission.kind == "notebook"
    assert submission.notes == ()
    assert submission.written == "我的分析。 My analysis."
    assert submission.cells["double"] == DOUBLE
    assert submission.cells["Head.forward"] == HEAD
    assert submission.cells["ANALYSIS"] == submission.written
    assert submission.cells["setup"] == "import math"
    assert run(submission)["double"](4) == 8


def test_labels_name_the_cell_as_a_traceback_does(read: Read, solved: Book) -> None:
    assert [chunk.label for chunk in read(solved).chunks][:3] == ["cell setup", "cell double", "cell halve"]


def test_check_cells_take_no_part(read: Read, solved: Book) -> None:
    assert not any("check_cell" in chunk.source for chunk in read(solved).chunks)


def test_an_edited_check_cell_is_ignored_with_a_note(read: Read, solved: Book) -> None:
    solved.write("check-double", "def double(x):\n    return 'free points'")
    submission = read(solved)
    assert run(submission)["double"](4) == 8
    assert "check cell of double was edited" in notes(submission)


def test_a_deleted_check_cell_changes_nothing_but_is_noted(read: Read, solved: Book) -> None:
    solved.delete("check-halve")
    submission = read(solved)
    assert run(submission)["halve"](4) == 2
    assert "check cells of halve were deleted" in notes(submission)


def test_points_and_locks_that_the_notebook_claims_are_not_even_read(read: Read, solved: Book) -> None:
    before = read(solved)
    for cell in solved.cells:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"].update(points=1000, locked=False, grade=True, solution=True)
    after = read(solved)
    assert (after.chunks, after.written, after.notes) == (before.chunks, before.written, before.notes)


def test_cells_of_the_students_own_take_part_where_they_stand(read: Read, solved: Book) -> None:
    solved.insert("setup", code("FACTOR = 2"))
    solved.write("double", "def double(x):\n    return FACTOR * x")
    submission = read(solved)
    assert [chunk.cell for chunk in submission.chunks][:3] == ["setup", "extra-3", "double"]
    assert run(submission)["double"](4) == 8


def test_a_solution_cell_turned_into_text_still_counts_as_code(read: Read, solved: Book) -> None:
    for kind in ("markdown", "raw"):
        solved.cell("double")["cell_type"] = kind
        submission = read(solved)
        assert run(submission)["double"](4) == 8
        assert "double is not a code cell" in notes(submission)


def test_a_fenced_block_in_a_solution_cell_turned_into_text_is_its_code(read: Read, solved: Book) -> None:
    solved.cell("double").update(cell_type="markdown", source=f"My code:\n```python\n{DOUBLE}\n```\nDone.")
    assert run(read(solved))["double"](4) == 8


def test_code_in_a_new_text_cell_counts_where_no_code_cell_has_the_function(read: Read, solved: Book) -> None:
    solved.delete("double")
    solved.insert("setup", prose(DOUBLE))
    submission = read(solved)
    assert run(submission)["double"](4) == 8
    assert "double stands in a text cell" in notes(submission)


def test_the_written_cell_turned_into_code_is_still_text(read: Read, solved: Book) -> None:
    solved.cell("ANALYSIS").update(cell_type="code", outputs=[])
    submission = read(solved)
    assert submission.written == "我的分析。 My analysis."
    assert not any("分析" in chunk.source for chunk in submission.chunks)


def test_the_written_cell_may_hold_an_assignment(read: Read, solved: Book) -> None:
    solved.write("ANALYSIS", 'ANALYSIS = """我的分析。\n第二行。"""')
    assert read(solved).written == "我的分析。\n第二行。"


def test_a_string_in_the_code_counts_where_the_written_cell_is_untouched(read: Read, book: Book) -> None:
    book.insert("ANALYSIS", code('ANALYSIS = (\n    "First. "\n    "Second."\n)'))
    assert read(book).written == "First. Second."


def test_the_written_cell_beats_a_string_in_the_code(read: Read, solved: Book) -> None:
    solved.insert("ANALYSIS", code('ANALYSIS = "from code"'))
    assert read(solved).written == "我的分析。 My analysis."


def test_the_placeholder_is_no_answer_and_is_cut_out_of_one(read: Read, book: Book) -> None:
    placeholder = book.cell("ANALYSIS")["source"]
    assert read(book).written == ""
    book.write("ANALYSIS", f"{placeholder}\n\nMy words.")
    assert read(book).written == "My words."


def test_text_in_a_new_cell_beside_the_untouched_written_cell_counts(read: Read, book: Book) -> None:
    book.insert("ANALYSIS", prose("Part one."), prose("Part two."))
    submission = read(book)
    assert submission.written == "Part one.\n\nPart two."
    assert "in the cells beside it" in notes(submission)


def test_text_in_a_new_cell_counts_where_the_written_cell_was_deleted(read: Read, book: Book) -> None:
    book.insert("ANALYSIS", prose("My words."))
    book.delete("ANALYSIS")
    assert read(book).written == "My words."


def test_text_added_to_the_tasks_own_text_counts(read: Read, book: Book) -> None:
    book.write("text-2", book.cell("text-2")["source"] + "\n\nMy words.")
    assert read(book).written == "My words."


def test_text_elsewhere_in_the_notebook_is_no_answer(read: Read, book: Book) -> None:
    book.insert("double", prose("A note to myself."))
    assert read(book).written == ""


def test_a_written_cell_that_was_split_is_put_together(read: Read, book: Book) -> None:
    book.write("ANALYSIS", "First half.")
    book.insert("ANALYSIS", book.copy_of("ANALYSIS", "Second half."))
    assert read(book).written == "First half.\n\nSecond half."


@pytest.mark.parametrize("before", [True, False])
def test_an_untouched_copy_never_beats_an_edited_one(read: Read, solved: Book, book: Book, before: bool) -> None:
    stub = "def double(x):\n    raise NotImplementedError"
    solved.insert("double", solved.copy_of("double", stub), before=before)
    submission = read(solved)
    assert run(submission)["double"](4) == 8
    assert submission.cells["double"] == DOUBLE
    assert submission.notes == ()


def test_a_new_cell_above_the_untouched_stub_is_not_undone_by_it(read: Read, book: Book) -> None:
    book.insert("double", code(DOUBLE), before=True)
    submission = read(book)
    assert run(submission)["double"](4) == 8
    assert submission.cells["double"] == DOUBLE


def test_of_two_edited_copies_the_last_counts_as_run_all_would_show(read: Read, solved: Book) -> None:
    solved.insert("double", solved.copy_of("double", "def double(x):\n    return x + x + 0.0"))
    submission = read(solved)
    assert [chunk.label for chunk in submission.chunks][1:3] == ["cell double", "cell double (2)"]
    assert str(run(submission)["double"](4)) == "8.0"
    assert "2 cells are called double" in notes(submission)


def test_a_broken_copy_does_not_take_the_whole_one_along(read: Read, solved: Book) -> None:
    solved.insert("double", solved.copy_of("double", "def double(x:\n    return"))
    assert run(read(solved))["double"](4) == 8


def test_the_halves_of_a_split_cell_are_joined(read: Read, solved: Book) -> None:
    solved.write("double", "def double(x):\n    y = 2 * x")
    solved.insert("double", solved.copy_of("double", "    return y"))
    submission = read(solved)
    assert run(submission)["double"](4) == 8
    assert "double had been split" in notes(submission)
    assert [chunk.cell for chunk in submission.chunks].count("double") == 1


def test_the_three_parts_of_a_cell_split_twice_are_joined(read: Read, solved: Book) -> None:
    solved.write("double", "def double(x):")
    solved.insert("double", solved.copy_of("double", "    y = 2 * x"), solved.copy_of("double", "    return y"))
    assert run(read(solved))["double"](4) == 8


@pytest.mark.parametrize("named_half", [0, 1])
def test_halves_are_joined_where_the_editor_dropped_one_halfs_name(read: Read, solved: Book, named_half: int) -> None:
    halves = ["def double(x):\n    y = 2 * x", "    return y"]
    solved.write("double", halves[named_half])
    solved.insert("double", code(halves[1 - named_half]), before=bool(named_half))
    assert run(read(solved))["double"](4) == 8


def test_two_functions_merged_into_one_cell_are_both_there(read: Read, solved: Book) -> None:
    solved.write("double", f"{DOUBLE}\n\n\n{HALVE}")
    solved.delete("halve")
    submission = read(solved)
    assert run(submission)["halve"](4) == 2
    assert submission.cells["halve"] == HALVE
    assert "halve was deleted" not in notes(submission)


def test_cells_in_another_order_are_found_by_their_ids(read: Read, solved: Book) -> None:
    solved.cells.reverse()
    submission = read(solved)
    assert submission.cells["double"] == DOUBLE
    assert submission.written == "我的分析。 My analysis."


def test_a_deleted_solution_cell_is_noted(read: Read, solved: Book) -> None:
    solved.delete("halve")
    submission = read(solved)
    assert "the cell halve was deleted" in notes(submission)
    assert "halve" not in submission.cells


def test_a_deleted_written_cell_is_noted(read: Read, book: Book) -> None:
    book.delete("ANALYSIS")
    assert "the cell ANALYSIS was deleted" in notes(read(book))


def test_a_deleted_setup_cell_is_put_back(read: Read, solved: Book) -> None:
    solved.delete("setup")
    submission = read(solved)
    assert (submission.chunks[0].cell, submission.chunks[0].source) == ("setup", "import math")
    assert "setup cell (imports) was deleted" in notes(submission)


def test_an_edited_setup_cell_is_the_students(read: Read, solved: Book) -> None:
    solved.write("setup", "import math as m")
    assert read(solved).chunks[0].source == "import math as m"


def test_without_any_metadata_cells_are_found_by_what_they_define(read: Read, solved: Book) -> None:
    solved.without_metadata()
    submission = read(solved)
    assert [chunk.cell for chunk in submission.chunks][:4] == ["setup", "double", "halve", "Head.forward"]
    assert submission.written == "我的分析。 My analysis."
    assert not any("check_cell" in chunk.source for chunk in submission.chunks)


def test_colabs_ids_in_the_metadata_are_enough(read: Read, solved: Book) -> None:
    for cell in solved.cells:
        cell["metadata"] = {"id": cell.pop("id")}
    assert read(solved).cells["double"] == DOUBLE


def test_a_notebook_that_jupytext_made_of_the_stub_is_known_by_the_stubs_names(read: Read, solved: Book) -> None:
    for cell in solved.cells:
        name = cell.pop("id")
        cell["metadata"] = {"plm": "Head.forward" if name == "Head-forward" else name}
    assert read(solved).cells["Head.forward"] == HEAD


def test_the_notebook_of_another_exercise_is_called_so(read: Read) -> None:
    other = Book({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [code("print('hello')")]})
    assert "none of this exercise's functions" in notes(read(other))


def test_an_old_notebook_with_worksheets_is_read(read: Read, solved: Book) -> None:
    cells = [dict(cell) for cell in solved.cells]
    for cell in cells:
        if cell["cell_type"] == "code":
            cell["input"] = cell.pop("source")
    cells.insert(0, {"cell_type": "heading", "level": 1, "source": "Title", "metadata": {}})
    old = Book({"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells}]})
    submission = read(old)
    assert run(submission)["double"](4) == 8
    assert submission.written == "我的分析。 My analysis."
    assert "nbformat 3" in notes(submission)


@pytest.mark.parametrize("lines", [["def double(x):\n", "    return 2 * x"], ["def double(x):", "    return 2 * x"]])
def test_text_may_be_a_list_of_lines_with_or_without_their_ends(read: Read, solved: Book, lines: list[str]) -> None:
    solved.cell("double")["source"] = lines
    assert run(read(solved))["double"](4) == 8


def test_a_renamed_notebook_is_the_same_submission(read: Read, solved: Book) -> None:
    first, second = read(solved), read(solved, "张三_作业1 (2).IPYNB")
    assert (second.chunks, second.written, second.kind) == (first.chunks, first.written, "notebook")


def test_a_notebook_called_py_is_read_as_what_it_is(read: Read, solved: Book) -> None:
    submission = read(solved.content(), "homework.py")
    assert submission.kind == "notebook"
    assert run(submission)["double"](4) == 8
    assert "holds a notebook" in notes(submission)


def test_code_with_full_width_punctuation_is_kept_and_pointed_out(read: Read, solved: Book) -> None:
    solved.write("double", "def double(x)：\n    return 2 * x")
    submission = read(solved)
    assert "cell double, line 1: a character that Python does not know" in notes(submission)
    assert submission.chunks[1].source == "def double(x)：\n    return 2 * x"


def test_whatever_stands_where_cells_should_be_is_passed_over(read: Read, solved: Book) -> None:
    odd: list[Any] = [None, 5, [], "cell", {}, {"cell_type": 7, "source": {"a": 1}, "metadata": [], "id": 9}]
    solved.cells[:0] = odd
    submission = read(solved)
    assert run(submission)["double"](4) == 8


def test_a_surrogate_half_in_a_cell_becomes_a_replacement_character(read: Read, solved: Book) -> None:
    content = solved.content().replace("我的分析".encode(), rb"\ud83d")
    assert read(content, "a.ipynb").written == "�。 My analysis."


def test_nul_bytes_and_other_line_ends_inside_a_cell_do_no_harm(read: Read, solved: Book) -> None:
    solved.write("double", "def double(x):\r\n    return 2 * x\0\r")
    assert run(read(solved))["double"](4) == 8


def test_a_shell_cell_with_a_function_in_it_is_pointed_out(read: Read, solved: Book) -> None:
    solved.write("double", f"%%writefile double.py\n{DOUBLE}")
    submission = read(solved)
    assert "double" not in run(submission)
    assert "begins with %%writefile" in notes(submission)


def test_many_notes_stay_on_one_page(read: Read, solved: Book) -> None:
    for number in range(100):
        solved.insert("setup", code(f"x = （{number}"))
    assert len(read(solved).notes) == 40
