"""Why the points of an answer may be too many although its words fulfil the rubric's rules: whoever reads it decides.

That something is missing is never sure, since it may be said in words that no rule knows: see `scoring`. What was found is sure unless
one of these doubts speaks against it.
"""

from __future__ import annotations

from autograder.written.denial import stated
from autograder.written.normal import Answer
from autograder.written.rubric import FalseClaim, Rubric


def is_doubtful(rubric: Rubric, answer: Answer, facets: dict[str, float], claims: list[FalseClaim]) -> bool:
    """Whether one of this module's doubts speaks against the points.

    Args:
        rubric: the exercise's.
        answer: as `read_answer` gives it.
        facets: facet id to points.
        claims: the false central claims that the answer makes.
    """
    return (
        denies_a_claim(rubric, answer, claims)
        or comes_near_a_claim(rubric, answer)
        or hangs_on_a_weak_rule(rubric, answer, facets)
        or hangs_on_a_supposition(rubric, answer, facets)
    )


def denies_a_claim(rubric: Rubric, answer: Answer, claims: list[FalseClaim]) -> bool:
    """Whether a false central claim stands in the answer that counts for none: by the words around it, and words deceive."""
    return len(rubric.claims_named(answer)) > len(claims)


def comes_near_a_claim(rubric: Rubric, answer: Answer) -> bool:
    """Whether the answer speaks of what a false central claim is about as who makes it does, in words that are not that claim's rules.

    A claim that no rule knows costs an answer nothing, where it should cap it.
    """
    return rubric.hit(rubric.watch, answer) is not None


def hangs_on_a_weak_rule(rubric: Rubric, answer: Answer, facets: dict[str, float]) -> bool:
    """Whether a facet is earned by nothing but rules that its rubric calls weak: right answers fulfil them, and wrong ones too often."""
    earned = [facet for facet in rubric.facets if facets[facet.id] and facet.weak]
    return any(rubric.hit(facet.strong, answer) is None for facet in earned)


def hangs_on_a_supposition(rubric: Rubric, answer: Answer, facets: dict[str, float]) -> bool:
    """Whether a facet is earned only by what the answer supposes: "if it overfitted, …" is no finding."""
    plain = stated(answer)
    earned = [facet for facet in rubric.facets if facets[facet.id] and not facet.supposed]
    return any(rubric.hit(facet.rules, plain) is None for facet in earned)
