"""A copy with other names is found; two right solutions that were written apart are not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.exercise import Exercise
from autograder.intake import Submitted
from autograder.report.similar_page import marked, similar_page
from autograder.similarity import Pair, similar_pairs
from autograder.text import Text


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> list[Pair]:
    from autograder.exercise import load

    exercise: Exercise = load("polysemy")
    folder = tmp_path_factory.mktemp("class")
    sources = {path.stem: path.read_text(encoding="utf-8") for path in exercise.variants}
    copied = re.sub(r"\b(marked|start|end|text|tokenizer)\b", r"\1_of_mine", sources["bisected_offsets"])
    sources["copycat"] = f"# all my own work\n{copied}"
    submitted = []
    for name, source in sources.items():
        path = folder / f"{name}.py"
        path.write_text(source, encoding="utf-8")
        submitted.append(Submitted(folder, name, "polysemy", path))
    return similar_pairs(exercise, submitted, least=0.5, most=20)


def test_a_renamed_copy_is_the_closest_pair(pairs: list[Pair]) -> None:
    assert {pairs[0].one.student, pairs[0].other.student} == {"bisected_offsets", "copycat"}
    assert pairs[0].share > 0.8


def test_solutions_written_apart_are_far_from_a_copy(pairs: list[Pair]) -> None:
    others = [pair.share for pair in pairs if "copycat" not in (pair.one.student, pair.other.student)]
    assert all(share < 0.8 for share in others), others


def test_the_page_shows_both_codes_with_what_they_share_marked(pairs: list[Pair]) -> None:
    page = similar_page(Text("题", "title"), pairs[:1])
    assert page.count("<pre>") == 2
    assert "all my own work" in page
    shown = str(marked(pairs[0].one))
    assert "<mark>" in shown
    assert shown.count("<mark>") == shown.count("</mark>")


def test_code_is_text_on_the_page(tmp_path: Path, pairs: list[Pair]) -> None:
    assert "<script>" not in similar_page(Text("题", "title"), pairs).split("</style>")[1]
