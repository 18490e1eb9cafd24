"""What is missing from a file before it is handed in: functions as they were given, a written part that is empty or too short."""

from __future__ import annotations

import pytest

from autograder.exercise import load
from autograder.notebook import notebook_bytes, release_notebook
from autograder.student.missing import open_functions, unwritten, written_part
from autograder.submission import Submission, read_submission
from autograder.written import score_written

EXERCISE = load("sampling")
STUB = EXERCISE.stub.read_text(encoding="utf-8")
WRITTEN = 'ANALYSIS = """{}"""\n'


def script(text: str) -> Submission:
    return read_submission(text.encode(), "sampling.py", EXERCISE)


def test_the_stub_as_it_was_handed_out_is_recognised() -> None:
    remark = open_functions(script(STUB), EXERCISE)
    assert remark is not None
    assert not remark.enough
    assert "no function is written" in remark.text.en
    assert "一个函数也没有写" in remark.text.zh


def test_the_released_notebook_is_recognised_too() -> None:
    notebook = read_submission(notebook_bytes(release_notebook(EXERCISE)), "sampling.ipynb", EXERCISE)
    assert list(unwritten(notebook, EXERCISE)) == [function.name for function in EXERCISE.functions]
    remark = written_part(notebook, EXERCISE)
    assert remark is not None
    assert "is empty" in remark.text.en


def test_functions_left_open_are_named() -> None:
    half = STUB + "\n\ndef entropy(probs):\n    return 0.0\n"
    remark = open_functions(script(half), EXERCISE)
    assert remark is not None
    assert remark.text.en == (
        "not written yet: temperature_probs, sample_token, generate, distinct_n, temperature_sweep."
    )
    assert "还没有写的函数：temperature_probs" in remark.text.zh


def test_nothing_is_said_of_a_file_in_which_every_function_is_written() -> None:
    assert open_functions(script(EXERCISE.reference.read_text(encoding="utf-8")), EXERCISE) is None


def test_an_empty_written_part_is_named_with_its_points() -> None:
    remark = written_part(script(WRITTEN.format("")), EXERCISE)
    assert remark is not None
    assert (remark.enough, remark.text.zh) == (
        False,
        "文字部分（ANALYSIS，2 分）还是空的：公开检查不看它，评分时才看。",
    )


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("温度" * 10, "is too short: 20 characters; under 40 there are no points, 80 or more are asked for."),
        ("low heat repeats itself", "is too short: 4 words; under 25 there are no points, 50 or more are asked for."),
    ],
)
def test_a_short_one_is_told_how_much_is_asked_for(answer: str, said: str) -> None:
    remark = written_part(script(WRITTEN.format(answer)), EXERCISE)
    assert remark is not None
    assert not remark.enough
    assert remark.text.en.endswith(said)


@pytest.mark.parametrize("slug", ["polysemy", "sampling", "comparison", "sbo", "finetune"])
def test_too_short_here_is_too_short_for_the_rubric(slug: str) -> None:
    exercise = load(slug)
    assert exercise.written is not None
    for unit, minimum in (("字", exercise.written.minimum_han), ("word ", exercise.written.minimum_words)):
        for length in (minimum // 2 - 1, minimum // 2):
            text = f'{exercise.written.name} = """{unit * length}"""\n'
            remark = written_part(read_submission(text.encode(), f"{slug}.py", exercise), exercise)
            reason = score_written(unit * length, exercise).reason
            assert remark is not None
            assert remark.enough == (reason is None or not reason.en.startswith("too short")) == (length * 2 >= minimum)


def test_a_long_enough_one_is_found_and_left_to_grading() -> None:
    remark = written_part(script(WRITTEN.format("温度" * 50)), EXERCISE)
    assert remark is not None
    assert remark.enough
    assert remark.text.en == "the written part (ANALYSIS, 2 points): 100 characters, read at grading."


def test_a_lab_has_no_written_part_to_speak_of() -> None:
    lab = load("gpt")
    assert written_part(read_submission(lab.stub.read_bytes(), "gpt.py", lab), lab) is None
