"""A rubric as data: concepts, facets that combine them, and claims that contradict the answer's subject.

A rule is a line such as `predict & run & !absolute @sentence`: all concepts named must be found in one place of the answer, those behind
`!` must not be. Behind `~` a concept counts only in a clause without negation, behind `^` only in one with; `low > high` are found one
behind the other. Places are `clause`, `sentence` (the default), `near` (a sentence and the next one), `text`, and each of the rubric's
`anchors`: concepts that answers go through one by one, so that `repeats @cold` is looked for in what is said of `cold`. A table
`[lower.NAME]` with `first` and `second` makes a concept that compares the scores given for two names, a table `[moved.NAME]` with `of` and
`up` one of a figure that rises or falls.

`rules` and `weak` earn a facet, `lost_by` loses it; `watch` costs nothing. What `weak` alone earns and what `watch` finds goes to review.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from autograder.errors import UsageError
from autograder.text import Text
from autograder.written.denial import asserted
from autograder.written.normal import Answer
from autograder.written.numbers import Lower, Moved
from autograder.written.places import PLACES, Spot, of_anchor, places

_NEGATION = re.compile(
    r"误解|误以为|误认|以为|(?<!不得)不(?!得不|同|仅|止|但|断|过|妨|如|少|相|一样|可见|难|只|光|论|管)|没(?!有?被?[遮掩盖挖藏])|未(?!遮|掩|被|来)|非(?!常)|"
    r"无(?!论|关|遮)|(?<![区差分类级特识辨个性有])别(?!的|人)|勿|禁|排除|拒|否认|谁也|堵死|弃(?:用|之|置|而)|封(?:死|住)|避开|切断|杜绝|"
    r"misconce|misread|mistak|contrary to|\bnot\b(?! only| just| merely| masked| hidden)|n['’]t\b|\bno\b(?! doubt| choice| option)|"
    r"\bnever\b|\bwithout\b|\bneither\b|\bnor\b|\bnone\b|\bnothing\b|\brather than\b|\binstead of\b|\bignor\w+|\bexclud\w+|\boff limits\b|"
    r"\bleft out\b|\bsilent\b|\bblock(?:s|ed|ing)\b|\bblock (?:the|any|all)\b|\bforb(?:id|ad)\w*|"
    r"\bprohibit\w*|\bban(?:s|ned)\b|\bbarred\b|\bdisallow\w*"
)


@dataclass(frozen=True)
class Term:
    """Concepts of a rule, one behind the other; present or absent, in a clause that is negated (True), plain (False), or either (None)."""

    concepts: tuple[str, ...]
    present: bool
    negated: bool | None


@dataclass(frozen=True)
class Rule:
    """Concepts that must come together, and where: one of `PLACES` or an anchor."""

    terms: tuple[Term, ...]
    place: str


@dataclass(frozen=True)
class Facet:
    """One point of the rubric.

    Args:
        id: its name.
        points: what it is worth.
        title: in words.
        strong: rules of which one earns it.
        weak: rules that earn it too, and make the answer doubtful where no strong one does.
        lost_by: rules of which one loses it.
        supposed: whether a right answer may say it in a supposition, as a p-value is one.
    """

    id: str
    points: float
    title: Text
    strong: tuple[Rule, ...]
    weak: tuple[Rule, ...]
    lost_by: tuple[Rule, ...]
    supposed: bool

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule that earns it."""
        return self.strong + self.weak


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
    """Everything that decides an answer's points; points are on the rubric's own scale, `points` in all.

    `watch` are rules of what comes near a false claim without being one for certain: they cost nothing and make an answer doubtful.
    """

    caps: dict[str, float]
    task: tuple[str, ...]
    subject: tuple[Rule, ...]
    concepts: dict[str, re.Pattern[str] | Lower | Moved]
    anchors: dict[str, re.Pattern[str]]
    facets: tuple[Facet, ...]
    false_claims: tuple[FalseClaim, ...]
    watch: tuple[Rule, ...]

    @property
    def points(self) -> float:
        """The sum of all facets."""
        return sum(facet.points for facet in self.facets)

    def hit(self, rules: tuple[Rule, ...], answer: Answer) -> int | None:
        """The number of the sentence that fulfils one of the rules, or does the most for it; None where the answer fulfils none."""
        for rule in rules:
            for spot in self._spots(rule.place, answer):
                if all(self._holds(term, spot) for term in rule.terms):
                    return max(spot.sentences, key=lambda number: self._share(rule, answer.sentences[number]))
        return None

    def is_undone(self, facet: Facet, answer: Answer) -> bool:
        """Whether the answer says what loses the facet; what it says in order to deny it loses nothing."""
        return bool(facet.lost_by) and self.hit(facet.lost_by, asserted(answer)) is not None

    def claims(self, answer: Answer) -> list[FalseClaim]:
        """The false central claims that an answer makes; what it says in order to deny it is not its claim."""
        made = self._claims(asserted(answer))
        return [claim for claim in made if self.hit(claim.unless, answer) is None]

    def claims_named(self, answer: Answer) -> list[FalseClaim]:
        """The false central claims that stand in an answer: made, denied, or with the opposite beside them."""
        return self._claims(answer)

    def _claims(self, part: Answer) -> list[FalseClaim]:
        return [claim for claim in self.false_claims if self.hit(claim.rules, part) is not None]

    def _spots(self, place: str, answer: Answer) -> list[Spot]:
        if place in PLACES:
            return places(place, answer)
        return of_anchor(place, answer, self.anchors)

    def _holds(self, term: Term, spot: Spot) -> bool:
        if term.negated is None:
            return self._found(term, spot.text) == term.present
        fitting = (clause for clause in spot.clauses if is_negated(clause) == term.negated)
        return any(self._found(term, clause) for clause in fitting) == term.present

    def _found(self, term: Term, text: str) -> bool:
        start = 0
        for concept in term.concepts:
            match = self.concepts[concept].search(text, start)
            if match is None:
                return False
            start = match.end()
        return True

    def _share(self, rule: Rule, sentence: str) -> int:
        return sum(
            self.concepts[name].search(sentence) is not None for t in rule.terms if t.present for name in t.concepts
        )


def is_negated(clause: str) -> bool:
    """Whether a clause denies something: by words, not by sense."""
    return _NEGATION.search(clause) is not None


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
    patterns = {name: re.compile("|".join(parts)) for name, parts in data["concepts"].items()}
    lower = {name: Lower(one["first"], one["second"]) for name, one in data.get("lower", {}).items()}
    moved = {name: Moved(one["of"], bool(one["up"])) for name, one in data.get("moved", {}).items()}
    concepts: dict[str, re.Pattern[str] | Lower | Moved] = {**patterns, **lower, **moved}
    anchors = tuple(data.get("anchors", ()))
    unknown = [name for name in anchors if name not in patterns]
    if unknown:
        raise ValueError(f"no concept is called {unknown[0]!r}")
    known = _Known(frozenset(concepts), anchors)
    return Rubric(
        {name: float(points) for name, points in data["caps"].items()},
        tuple(data.get("task", ())),
        known.rules(data["subject"]),
        concepts,
        {name: patterns[name] for name in anchors},
        tuple(known.facet(facet) for facet in data["facets"]),
        tuple(known.claim(claim) for claim in data.get("false", ())),
        known.rules(data.get("watch", [])),
    )


@dataclass(frozen=True)
class _Known:
    """The names that a rule may use."""

    concepts: frozenset[str]
    anchors: tuple[str, ...]

    def facet(self, data: dict[str, Any]) -> Facet:
        strong = self.rules(data["rules"])
        weak, lost_by = self.rules(data.get("weak", [])), self.rules(data.get("lost_by", []))
        points, title = float(data["points"]), Text.from_json(data)
        return Facet(data["id"], points, title, strong, weak, lost_by, bool(data.get("supposed", False)))

    def claim(self, data: dict[str, Any]) -> FalseClaim:
        rules, unless = self.rules(data["rules"]), self.rules(data.get("unless", []))
        return FalseClaim(data["id"], Text.from_json(data), rules, unless, tuple(data.get("loses", ())))

    def rules(self, lines: list[str]) -> tuple[Rule, ...]:
        return tuple(self._rule(line) for line in lines)

    def _rule(self, line: str) -> Rule:
        body, _, place = line.partition("@")
        chosen = place.strip() or "sentence"
        if chosen not in PLACES and chosen not in self.anchors:
            raise ValueError(f"{line!r}: no place is called {chosen!r}")
        return Rule(tuple(self._term(part.strip()) for part in body.split("&")), chosen)

    def _term(self, text: str) -> Term:
        present, text = not text.startswith("!"), text.lstrip("!")
        negated = {"~": False, "^": True}.get(text[:1])
        names = tuple(name.strip() for name in text.lstrip("~^").split(">"))
        for name in names:
            if name not in self.concepts:
                raise ValueError(f"no concept is called {name!r}")
        return Term(names, present, negated)
