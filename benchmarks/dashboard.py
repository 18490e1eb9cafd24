"""The dashboard of a large class: how large the page is, how long it takes to make, and how quick it is in Chromium.

The Records are made up: real exercises with their real checks and named mistakes, students who fail some of them by chance.

    python -m benchmarks.dashboard --students 2000
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from selenium.webdriver import Chrome

from autograder.checks.marker import Check
from autograder.checks.runner import CheckRunner
from autograder.exercise import Exercise, Function, load, slugs
from autograder.misconception import Misconception, load_misconceptions
from autograder.record import CheckResult, FunctionResult, Record, Visibility, WrittenResult
from autograder.report.class_records import ClassRecords
from autograder.report.dashboard import dashboard_page
from autograder.roster import Person
from autograder.text import Text
from tools.browser import MISSING, start_browser

_REASON = Text("返回值不对", "the returned value is wrong")
_DOUBT = Text("说得不清楚：请助教看一下", "not clear: a teaching assistant should read it")
_TIMES = 5
_MEASURE = "const start = performance.now(); {does}; document.body.offsetHeight; return performance.now() - start;"
_SORT = "document.querySelector('#students-table th:nth-child({column}) button').click()"
_FILTER = "const box = document.querySelector('input[data-filter]'); box.value = '{text}'; box.dispatchEvent(new Event('input'))"


def main() -> None:
    """Print the numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=2000)
    arguments = parser.parse_args()
    class_records = made_class(arguments.students)
    start = time.perf_counter()
    page = dashboard_page(class_records, lambda student, slug: f"feedback/{student}/{slug}.html")
    seconds = time.perf_counter() - start
    count = len(class_records.records)
    print(f"{arguments.students} students, {count} Records: {len(page.encode()) / 1e6:.2f} MB, made in {seconds:.1f} s")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.html"
        path.write_text(page, encoding="utf-8")
        for name, milliseconds in in_browser(path).items():
            print(f"{name}: {milliseconds:.0f} ms (median of {_TIMES})")


def in_browser(page: Path) -> dict[str, float]:
    """Milliseconds in Chromium, layout included: to load, to sort by points and by name, to filter."""
    browser = start_browser()
    if browser is None:
        raise SystemExit(MISSING)
    try:
        return {
            "load": _median(lambda: _load(browser, page)),
            "sort by points": _median(lambda: _run(browser, _SORT.format(column=2))),
            "sort by name": _median(lambda: _run(browser, _SORT.format(column=1))),
            "filter": _median(lambda: _run(browser, _FILTER.format(text="7")) + _run(browser, _FILTER.format(text="")))
            / 2,
        }
    finally:
        browser.quit()


def _median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(_TIMES))


def _load(browser: Chrome, page: Path) -> float:
    browser.get(page.as_uri())
    return float(browser.execute_script("return performance.getEntriesByType('navigation')[0].loadEventEnd"))


def _run(browser: Chrome, does: str) -> float:
    return float(browser.execute_script(_MEASURE.format(does=does)))


def made_class(students: int) -> ClassRecords:
    """A class whose Records are made up, the same at each call, in the five exercises that count."""
    exercises = tuple(exercise for exercise in map(load, slugs()) if not exercise.lab)
    people = tuple(Person(f"s{number:05}", f"学生 {number} Student") for number in range(students))
    dice = random.Random(2026)
    records = {}
    for exercise in exercises:
        draw = _Draw(exercise, dice)
        records.update({(person.student, exercise.slug): draw.record(person.student) for person in people})
    return ClassRecords(Path("course"), exercises, people, records)


class _Draw:
    """Draws Records of one exercise."""

    def __init__(self, exercise: Exercise, dice: random.Random) -> None:
        runner = CheckRunner({"public": exercise.checks("public"), "hidden": exercise.checks("hidden")})
        self._checks = runner.checks
        runner.close()
        self._mistakes = load_misconceptions(exercise)
        self._exercise = exercise
        self._dice = dice

    def record(self, student: str) -> Record:
        """One student's."""
        exercise, dice = self._exercise, self._dice
        functions = {function.name: self._function(function) for function in exercise.functions}
        written = WrittenResult(dice.randint(0, 6) / 2, 3.0, {}, dice.random() < 0.25, _DOUBT, dice.random())
        name, digest = f"{student}/{exercise.slug}/{exercise.slug}.ipynb", f"{dice.getrandbits(256):064x}"
        level = {"level": "full" if dice.random() < 0.99 else "partial"}
        return Record(
            exercise.slug, name, digest, "1-x", "graded", None, functions, written, level, dice.uniform(0.5, 3.0)
        )

    def _function(self, function: Function) -> FunctionResult:
        own = [entry for entry in self._checks if entry[0].function == function.name]
        known = [mistake for mistake in self._mistakes if function.name in mistake.functions]
        mistake = self._dice.choice(known) if known and self._dice.random() < 0.3 else None
        checks = tuple(self._check(check, visibility, mistake) for check, visibility in own)
        share = sum(check.passed is True for check in checks) / len(checks)
        return FunctionResult(round(function.points * share, 2), function.points, checks)

    def _check(self, check: Check, visibility: Visibility, mistake: Misconception | None) -> CheckResult:
        passed = self._dice.random() < (0.97 if mistake is None else 0.6)
        if passed:
            return CheckResult(check.id, check.title, visibility, True)
        name, hint = (mistake.name, mistake.hint) if mistake else (None, None)
        return CheckResult(check.id, check.title, visibility, False, 1.0, _REASON, name, hint)


if __name__ == "__main__":
    main()
