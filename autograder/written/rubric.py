"""A rubric as data: concepts, facets that combine them, and claims that contradict the answer's subject.

A rule is a line such as `predict & run & !absolute @sentence`: all concepts named must be found in one place of the answer, those behind
`!` must not be. Behind `~` a concept counts only in a clause without negation, behind `^` only in one with. Places are `clause`, `sentence`
(the default), `near` (a sentence and the next one) and `text`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast, get_args

from autograder.errors import UsageError
from autograder.text import Text
from autograder.written.normal import Answer

Place = Literal["clause", "sentence", "near", "text"]
_NEGATION = re.compile(
    r"误解|误以为|误认|以为|不(?!同|仅|止|但|断|过|妨|如|少|相|一样|可见|难)|没(?!被?[遮掩])|未(?!遮|掩|被)|非(?!常)|无(?!论|关|遮)|别(?!的|人)|"
    r"勿|禁|排除|拒|否认|谁也|misconce|misread|mistak|contrary to|\bnot\b|n['’]t\b|\bno\b(?! doubt)|\bnever\b|\bwithout\b|\bneither\b|"
    r"\bnor\b|\bnone\b|\bnothing\b|\brather than\b|\binstead of\b|\bignor\w+|\bexclud\w+|\boff limits\b|\bleft out\b|\bsilent\b"
)


@dataclass(frozen=True)
class Term:
    """One concept of a rule; `present` or absent, in a clause that is negated (True), plain (False), or either (None)."""

    concept: str
    present: bool
    negated: bool | None


@dataclass(frozen=True)
class Rule:
    """Concepts that must come together, and where."""

    terms: tuple[Term, ...]
    place: Place


@dataclass(frozen=True)
class Facet:
    """One point of the rubric."""

    id: str
    points: float
    title: Text
    rules: tuple[Rule, ...]
    lost_by: tuple[Rule, ...]


@dataclass(frozen=True)
class FalseClaim:
    """A central claim that is false, unless the answer says the opposite elsewhere, and the facets that it makes untrue."""

    id: str
    said: Text
    rules: tuple[Rule, ...]
    unless: tuple[Rule, ...]
    loses: tuple[str, ...]


@dataclass(frozen=True)
class Rubric:
    """Everything that decides an answer's points; points are on the rubric's own scale, `points` in all."""

    minimum_han: int
    minimum_words: int
    caps: dict[str, float]
    task: tuple[str, ...]
    subject: tuple[Rule, ...]
    concepts: dict[str, re.Pattern[str]]
    facets: tuple[Facet, ...]
    false_claims: tuple[FalseClaim, ...]

    @property
    def points(self) -> float:
        """The sum of all facets."""
        return sum(facet.points for facet in self.facets)

    def hit(self, rules: tuple[Rule, ...], answer: Answer) -> str | None:
        """The place of the answer that fulfils one of the rules; None where none does."""
        for rule in rules:
            for place, clauses in _places(rule.place, answer):
                if all(self._holds(term, place, clauses) for term in rule.terms):
                    return place
        return None

    def claims(self, answer: Answer) -> list[FalseClaim]:
        """The false central claims that an answer makes."""
        found = (claim for claim in self.false_claims if self.hit(claim.rules, answer) is not None)
        return [claim for claim in found if self.hit(claim.unless, answer) is None]

    def _holds(self, term: Term, place: str, clauses: tuple[str, ...]) -> bool:
        pattern = self.concepts[term.concept]
        if term.negated is None:
            return (pattern.search(place) is not None) == term.present
        fitting = (clause for clause in clauses if is_negated(clause) == term.negated)
        return any(pattern.search(clause) for clause in fitting) == term.present


def is_negated(clause: str) -> bool:
    """Whether a clause denies something: by words, not by sense."""
    return _NEGATION.search(clause) is not None


def _places(place: Place, answer: Answer) -> list[tuple[str, tuple[str, ...]]]:
    if place == "clause":
        return [(clause, (clause,)) for clauses in answer.clauses for clause in clauses]
    if place == "sentence":
        return list(zip(answer.sentences, answer.clauses, strict=True))
    if place == "text":
        return [(answer.text, tuple(clause for clauses in answer.clauses for clause in clauses))]
    if not answer.sentences:
        return []
    pairs = zip(answer.sentences, (*answer.sentences[1:], ""), strict=True)
    clauses = zip(answer.clauses, (*answer.clauses[1:], ()), strict=True)
    return [(" ".join(pair), (*one, *two)) for pair, (one, two) in zip(pairs, clauses, strict=True)]


@cache
def read_rubric(path: Path) -> Rubric | None:
    """The rubric in a file; None where there is none.

    Args:
        path: an exercise's `rubric`.

    Raises:
        UsageError: if the file is not as this module describes it.
    """
    if not path.is_file():
        return None
    try:
        return _from_data(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, re.error) as error:
        raise UsageError(f"{path}: not a rubric as autograder/written/rubric.py describes it ({error!r})") from None


def _from_data(data: dict[str, Any]) -> Rubric:
    concepts = {name: re.compile("|".join(parts)) for name, parts in data["concepts"].items()}
    facets = tuple(_facet(facet, concepts) for facet in data["facets"])
    claims = tuple(
        FalseClaim(
            c["id"],
            Text.from_json(c),
            _rules(c["rules"], concepts),
            _rules(c.get("unless", []), concepts),
            tuple(c.get("loses", ())),
        )
        for c in data.get("false", ())
    )
    minimum = data["minimum"]
    caps = {name: float(points) for name, points in data["caps"].items()}
    return Rubric(
        minimum["zh"],
        minimum["en"],
        caps,
        tuple(data.get("task", ())),
        _rules(data["subject"], concepts),
        concepts,
        facets,
        claims,
    )


def _facet(data: dict[str, Any], concepts: dict[str, Any]) -> Facet:
    rules, lost_by = _rules(data["rules"], concepts), _rules(data.get("lost_by", []), concepts)
    return Facet(data["id"], float(data["points"]), Text.from_json(data), rules, lost_by)


def _rules(lines: list[str], concepts: dict[str, Any]) -> tuple[Rule, ...]:
    return tuple(_rule(line, concepts) for line in lines)


def _rule(line: str, concepts: dict[str, Any]) -> Rule:
    body, _, place = line.partition("@")
    chosen = place.strip() or "sentence"
    if chosen not in get_args(Place):
        raise ValueError(f"{line!r}: no place is called {chosen!r}")
    terms = tuple(_term(part.strip(), concepts) for part in body.split("&"))
    return Rule(terms, cast(Place, chosen))


def _term(text: str, concepts: dict[str, Any]) -> Term:
    present, text = not text.startswith("!"), text.lstrip("!")
    negated = {"~": False, "^": True}.get(text[:1])
    name = text.lstrip("~^")
    if name not in concepts:
        raise ValueError(f"no concept is called {name!r}")
    return Term(name, present, negated)
