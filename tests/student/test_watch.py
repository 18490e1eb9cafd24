"""At each save the changed functions are checked first, then the rest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.exercise import Exercise
from autograder.grade import Grader
from autograder.student import watch as watch_module
from autograder.student.watch import Answer, changed_functions, watch
from autograder.submission import Submission, read_submission

PARSE = '# %% plm="parse_marked"\ndef parse_marked(marked):\n    return {}\n\n'
COSINE = '# %% plm="cosine_similarity"\ndef cosine_similarity(u, v):\n    return {}\n'


def submission(exercise: Exercise, source: str) -> Submission:
    return read_submission(source.encode(), "polysemy.py", exercise)


def test_a_change_in_one_cell_is_a_change_of_its_function_alone(polysemy: Exercise) -> None:
    before = submission(polysemy, PARSE.format(1) + COSINE.format(1))
    now = submission(polysemy, PARSE.format(1) + COSINE.format(2))
    assert changed_functions(polysemy, before, now) == ("cosine_similarity",)


def test_a_change_elsewhere_may_touch_every_function(polysemy: Exercise) -> None:
    before = submission(polysemy, PARSE.format(1) + COSINE.format(1))
    now = submission(polysemy, "import math\n\n" + PARSE.format(1) + COSINE.format(1))
    assert changed_functions(polysemy, before, now) == tuple(f.name for f in polysemy.functions)


def test_the_first_look_is_at_everything(polysemy: Exercise) -> None:
    assert changed_functions(polysemy, None, submission(polysemy, PARSE.format(1))) == tuple(
        f.name for f in polysemy.functions
    )


@pytest.fixture
def work(tmp_path: Path) -> Path:
    path = tmp_path / "polysemy.py"
    path.write_text(PARSE.format(1) + COSINE.format(1), encoding="utf-8")
    return path


def test_a_save_is_answered_with_the_changed_function_before_the_others(
    work: Path, polysemy: Exercise, grader: Grader
) -> None:
    answers: Iterator[Answer] = watch(work, polysemy, grader)
    first = next(answers)
    work.write_text(PARSE.format(1) + COSINE.format("float(u @ v / (u.norm() * v.norm()))"), encoding="utf-8")
    changed, rest = next(answers), next(answers)
    assert len(first.functions) == len(polysemy.functions)
    assert changed.functions == ("cosine_similarity",)
    passed = {check.id: check.passed for check in changed.record.functions["cosine_similarity"].checks}
    assert passed["cosine_similarity.values"] is True
    assert tuple(changed.record.functions) == ("cosine_similarity",)
    assert set(rest.functions) == {f.name for f in polysemy.functions} - {"cosine_similarity"}


def test_the_last_answer_to_a_save_tells_the_whole_state_not_the_rest_alone(
    work: Path, polysemy: Exercise, grader: Grader
) -> None:
    answers: Iterator[Answer] = watch(work, polysemy, grader)
    next(answers)
    work.write_text(PARSE.format(1) + COSINE.format("'no number'"), encoding="utf-8")
    changed, last = next(answers), next(answers)
    assert list(last.record.functions) == [f.name for f in polysemy.functions]
    assert last.record.functions["cosine_similarity"] == changed.record.functions["cosine_similarity"]
    assert not any(check.passed for check in last.record.functions["cosine_similarity"].checks)


def test_a_file_that_an_editor_is_still_writing_is_left_until_it_is_whole(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, later = b"x = 1\n", [b"x", b"x = 1\n"]
    work.write_bytes(b"")

    def writes_on(seconds: float) -> None:
        if later:
            work.write_bytes(later.pop(0))

    monkeypatch.setattr("autograder.student.watch.time.sleep", writes_on)
    content, _ = next(watch_module._saves(work, lambda: False))
    assert content == whole


def test_a_file_that_is_being_replaced_is_waited_for(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = work.read_bytes()
    work.unlink()

    def put_back(seconds: float) -> None:
        if not work.exists():
            work.write_bytes(content)

    monkeypatch.setattr("autograder.student.watch.time.sleep", put_back)
    assert next(watch_module._saves(work, lambda: False))[0] == content
