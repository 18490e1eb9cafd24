"""What an exercise's rubric finds in a sentence, without the rules on length, copies and lists."""

from __future__ import annotations

from autograder.exercise import load
from autograder.written.doubts import comes_near_a_claim
from autograder.written.normal import read_answer
from autograder.written.rubric import Rubric, read_rubric


def _rubric(slug: str) -> Rubric:
    rubric = read_rubric(load(slug).rubric)
    assert rubric is not None
    return rubric


def facets(slug: str, text: str) -> set[str]:
    """The facets that the text says."""
    rubric, answer = _rubric(slug), read_answer(text)
    said = (facet for facet in rubric.facets if rubric.hit(facet.rules, answer) is not None)
    return {facet.id for facet in said if not rubric.is_undone(facet, answer)}


def claims(slug: str, text: str) -> set[str]:
    """The false central claims that the text makes."""
    return {claim.id for claim in _rubric(slug).claims(read_answer(text))}


def is_near_a_claim(slug: str, text: str) -> bool:
    """Whether the text comes near one of them."""
    return comes_near_a_claim(_rubric(slug), read_answer(text))
