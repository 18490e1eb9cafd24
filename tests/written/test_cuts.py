"""Sentences and clauses: what is quoted is not cut, and everything else is."""

from __future__ import annotations

import pytest
from rubrics import facets

from autograder.written.cuts import clauses, sentences
from autograder.written.normal import read_answer

OUTPUT = "一个人。"
MARKS = ["“”", "‘’", "「」", "『』", "《》", "()", "（）", "[]", "【】", '""', "''"]
SAID = "温度 0.1 时输出{quote}，反复地说；0.8 时通顺而有变化。1.5 时混乱。"


@pytest.mark.parametrize("marks", MARKS)
@pytest.mark.parametrize("output", [OUTPUT, "一个人。一个人！", "who? A man. A man."])
def test_a_stop_between_two_marks_ends_no_sentence(marks: str, output: str) -> None:
    text = SAID.format(quote=f" {marks[0]}{output}{marks[1]}")
    assert [part[:6] for part in sentences(text)] == ["温度 0.1", "1.5 时混"]


@pytest.mark.parametrize("marks", MARKS)
def test_a_comma_between_two_quotation_marks_ends_no_clause(marks: str) -> None:
    text = f"温度 0.1 时输出 {marks[0]}一个人，一个人{marks[1]}，反复地说"
    whole = marks[0] not in "(（[【"
    assert (clauses(text)[-1] == "反复地说") and (len(clauses(text)) == 2) is whole


@pytest.mark.parametrize("marks", ["“”", "「」", "《》", '""', "()"])
def test_a_models_output_in_quotation_marks_costs_no_facet(marks: str) -> None:
    text = SAID.format(quote=f" {marks[0]}{OUTPUT}{marks[1]}")
    plain = SAID.format(quote=f" {marks[0]}{OUTPUT[:-1]}{marks[1]}")
    assert facets("sampling", text) == facets("sampling", plain) == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('It prints "a man. A man." At 0.8 it is fluent.', 2),
        ('It prints "a man. A man." and goes on.', 1),
        ("他说“一个人。”\n0.8 时通顺。", 2),
        ("一个人。两个人！三个人？四个人", 4),
        ("The mean is 2.5. It was 3.1 before.", 2),
        ("Different corpora, e.g. books, i.e. novels vs. news.", 1),
        ("That’s it. It’s the model’s own words.", 2),
        ("the models' outputs. They don't repeat.", 2),
    ],
)
def test_a_sentence_ends_where_its_writer_ends_it(text: str, parts: int) -> None:
    assert len(sentences(text)) == parts


@pytest.mark.parametrize(
    "text", ["“开头没有结尾。第二句。", "结尾没有开头。”第二句。", 'an inch is 1". Two. Three.', "a (b. c. d"]
)
def test_a_mark_without_its_pair_shields_nothing(text: str) -> None:
    assert len(sentences(text)) >= 2


def test_a_whole_answer_in_quotation_marks_is_cut_as_one_without() -> None:
    text = "温度低时输出单调。" * 30
    assert len(sentences(f"“{text}”")) >= 30


def test_no_letter_is_lost() -> None:
    text = '它说“一个人。”，停不下来；(五次都一样。)\n0.8 时通顺. At 1.5 "x! y?" breaks.'
    assert "".join(sentences(text)).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_many_marks_are_read_soon() -> None:
    answer = read_answer("“。”" * 2600)
    assert len(answer.sentences) <= 2
