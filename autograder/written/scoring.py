"""Scores a written answer against its exercise's rubric; the points are a suggestion, and doubtful answers go to a teaching assistant."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from autograder.exercise import Exercise
from autograder.length import asked_length, is_too_short
from autograder.record import WrittenResult
from autograder.text import Text
from autograder.written.cheats import is_copied, is_keyword_list, without_words_to_grader
from autograder.written.doubts import is_doubtful
from autograder.written.normal import Answer, read_answer
from autograder.written.rubric import Facet, FalseClaim, Rubric, read_rubric

REVIEW_BELOW = 0.85
_DOUBTFUL = 0.6
"""How sure the points of an answer are that one of `doubts` speaks against."""
_NEVER_ALONE = 0.8
"""How sure it is at most that an answer says little or nothing: it may say it in words that no rule knows."""
_FEW = 2
"""Points that an answer about something else can come to by chance."""
_BY_HAND = Text("由助教批阅", "read by a teaching assistant")
_EMPTY = Text("没有写文字部分", "the written part is empty")
_SHORT = Text(
    "太短：{length} 字（汉字加外文单词），不到要求的一半（{minimum}）",
    "too short: {length} words (Han characters and Latin words), under half of the {minimum} asked for",
)
_OFF_TOPIC = Text("没有谈到这道题", "nothing about this exercise")
_TO_GRADER = Text("对批改者说的话不计分", "words to whoever grades count for nothing")
_KEYWORDS = Text(
    "只有关键词的罗列，没有把它们联系起来的句子", "a list of key words, without sentences that relate them"
)
_COPIED = Text("大部分抄自题目", "copied from the task for the most part")
_FOUND = Text("已写到：“{quote}”", "said: “{quote}”")
_MISSING = Text("没有找到", "not found")
_UNDONE = Text("写到了，但与文中一个错误的说法相矛盾", "said, but something wrong in the answer contradicts it")
_MOST_QUOTED = 80
"""Characters of the student's own sentence."""


@dataclass(frozen=True)
class Judgement:
    """What the rubric says of an answer, on its own scale.

    Args:
        points: after the cap.
        facets: facet id to points.
        cap: the name of the cap that held, or None.
        reason: in words, where something cost points beyond missing facets.
        confidence: from 0 to 1.
        quotes: facet id to the student's own sentence that says it, for those that are said, earned or not.
    """

    points: float
    facets: dict[str, float]
    cap: str | None
    reason: Text | None
    confidence: float
    quotes: dict[str, str] = field(default_factory=dict)


def score_written(text: str, exercise: Exercise) -> WrittenResult:
    """The suggested points for a written answer.

    Args:
        text: the student's `ANALYSIS` or `SUMMARY`.
        exercise: the exercise, which must have a written part.
    """
    assert exercise.written is not None
    most = exercise.written.points
    if not text.strip():
        return WrittenResult(0.0, most, {}, False, _EMPTY, 1.0)
    rubric = read_rubric(exercise.rubric)
    if rubric is None:
        return WrittenResult(0.0, most, {}, True, _BY_HAND)
    judged = judge(text, exercise, rubric)
    points = round(most * judged.points / rubric.points, 2)
    facets = {facet.id: _facet_data(facet, judged, most / rubric.points) for facet in rubric.facets}
    return WrittenResult(points, most, facets, judged.confidence < REVIEW_BELOW, judged.reason, judged.confidence)


def judge(text: str, exercise: Exercise, rubric: Rubric) -> Judgement:
    """Hold an answer against a rubric."""
    whole = read_answer(text)
    kept, spoke_to_grader = without_words_to_grader(whole)
    answer = read_answer(kept) if spoke_to_grader else whole
    nothing = dict.fromkeys((facet.id for facet in rubric.facets), 0.0)
    assert exercise.written is not None
    minimum = asked_length(text, exercise.written)
    if is_too_short(whole.length, minimum):
        return Judgement(0.0, nothing, "too-short", _short(whole.length, minimum), 0.97)
    if spoke_to_grader and answer.length * 4 < minimum:
        return Judgement(0.0, nothing, "addresses-grader", _TO_GRADER, _NEVER_ALONE)
    judged = _judge_content(answer, exercise, rubric, spoke_to_grader)
    if judged.points <= _FEW and rubric.hit(rubric.subject, answer) is None:
        return Judgement(0.0, nothing, "off-topic", _OFF_TOPIC, _NEVER_ALONE)
    return judged


def _judge_content(answer: Answer, exercise: Exercise, rubric: Rubric, spoke_to_grader: bool) -> Judgement:
    claims = rubric.claims(answer)
    places = {facet.id: rubric.hit(facet.rules, answer) for facet in rubric.facets}
    quotes = {name: _quote(answer.own[number]) for name, number in places.items() if number is not None}
    facets = {facet.id: facet.points * _is_earned(facet, rubric, answer, claims, quotes) for facet in rubric.facets}
    caps: list[tuple[float, str, Text]] = [(rubric.caps["false-claim"], "false-claim", claim.said) for claim in claims]
    if is_keyword_list(answer):
        caps.append((rubric.caps["keywords"], "keywords", _KEYWORDS))
    if is_copied(answer, exercise, rubric):
        caps.append((rubric.caps["copied"], "copied", _COPIED))
    cap = min(caps, key=lambda one: one[0], default=None)
    total = sum(facets.values())
    points = total if cap is None else min(total, cap[0])
    reason = cap[2] if cap is not None else _TO_GRADER if spoke_to_grader else None
    confidence = _confidence(points / rubric.points, cap and cap[1])
    if is_doubtful(rubric, answer, facets, claims):
        confidence = min(confidence, _DOUBTFUL)
    return Judgement(points, facets, cap and cap[1], reason, confidence, quotes)


def _is_earned(facet: Facet, rubric: Rubric, answer: Answer, claims: list[FalseClaim], quotes: dict[str, str]) -> bool:
    lost = any(facet.id in claim.loses for claim in claims) or rubric.is_undone(facet, answer)
    return facet.id in quotes and not lost


def _quote(sentence: str) -> str:
    line = " ".join(sentence.split())
    return line if len(line) <= _MOST_QUOTED else f"{line[: _MOST_QUOTED - 1].rstrip()}…"


def _confidence(share: float, cap: str | None) -> float:
    """How sure the points are: where everything was found most, in the middle least, capped ones little."""
    if cap is not None:
        return 0.5
    clear = round(0.55 + 0.4 * abs(2 * share - 1), 2)
    return clear if share > 1 / 2 else min(clear, _NEVER_ALONE)


def _short(length: int, minimum: int) -> Text:
    parts = {"length": length, "minimum": minimum}
    return Text(_SHORT.zh.format(**parts), _SHORT.en.format(**parts))


def _facet_data(facet: Facet, judged: Judgement, scale: float) -> dict[str, Any]:
    got, quote = judged.facets[facet.id], judged.quotes.get(facet.id)
    found = Text(_FOUND.zh.format(quote=quote), _FOUND.en.format(quote=quote)) if got else None
    missing = None if got else _MISSING if quote is None else _UNDONE
    return {
        "title": facet.title.to_json(),
        "points": round(got * scale, 2),
        "max_points": round(facet.points * scale, 2),
        "found": found and found.to_json(),
        "missing": missing and missing.to_json(),
    }
