"""How much each exercise has: checks, named mistakes, right variants; `python -m tools.counts` prints the table of `docs/labs.md`."""

from __future__ import annotations

import sys
from dataclasses import astuple, dataclass

from autograder.checks.runner import CheckRunner
from autograder.exercise import Exercise, load, slugs
from autograder.misconception import load_misconceptions


@dataclass(frozen=True)
class Counts:
    """What an exercise's rows and checks are, by number."""

    public: int
    hidden: int
    misconceptions: int
    variants: int

    @property
    def rows(self) -> int:
        """Rows of the matrix: reference, stub, every mistake, every variant."""
        return 2 + self.misconceptions + self.variants


def count(exercise: Exercise) -> Counts:
    """Count an exercise's files and checks.

    Example:
        >>> count(load("unilm")).rows
        16
    """
    runner = CheckRunner({visibility: exercise.checks(visibility) for visibility in ("public", "hidden")})
    try:
        public, hidden = (sum(seen == kind for _, seen in runner.checks) for kind in ("public", "hidden"))
    finally:
        runner.close()
    return Counts(public, hidden, len(load_misconceptions(exercise)), len(exercise.variants))


def table(names: list[str]) -> str:
    """The counts of these exercises as a table in Markdown."""
    rows = [(name, count(load(name))) for name in names]
    lines = [f"| `{name}` | {' | '.join(map(str, astuple(found)))} | {found.rows} |" for name, found in rows]
    head = "| lab | public checks | hidden checks | named mistakes | right variants | rows of the matrix |\n|---|---|---|---|---|---|"
    return "\n".join([head, *lines])


if __name__ == "__main__":
    print(table(sys.argv[1:] or [name for name in slugs() if load(name).lab]))
