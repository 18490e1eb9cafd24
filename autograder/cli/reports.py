"""`plm report` and `plm export`: what goes to students, teachers and other systems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.courses import chosen_slugs
from autograder.cli.main import app
from autograder.cli.options import Json, Lang, LangOption, Unconfined
from autograder.cli.progress import with_steps
from autograder.errors import UsageError
from autograder.exercise import load
from autograder.homes import use_homes_of
from autograder.intake import find_submissions, submission_file
from autograder.warm import warm_grader

Slugs = Annotated[list[str] | None, typer.Argument(help="Exercises; all of the course if left out.")]
Course = Annotated[Path, typer.Argument(help="The course's folder.")]


@app.command(epilog="Example: plm report nlp-2026")
def report(course: Course, slug: Slugs = None, as_json: Json = False, lang: Lang = LangOption.zh) -> None:
    """Write the class dashboard and every student's feedback page."""
    from autograder.report.class_records import load_class
    from autograder.report.write import write_report

    class_records = load_class(course, chosen_slugs(course, slug))
    pages = list(with_steps(write_report(class_records, lang.value), len(class_records.records) + 1, "pages"))
    if as_json:
        print(json.dumps({"dashboard": str(pages[-1]), "feedback": [str(page) for page in pages[:-1]]}))
    else:
        print(
            f"{pages[-1]}: the dashboard; feedback for students: {len(pages) - 1} pages in {pages[-1].parent / 'feedback'}"
        )


@app.command(epilog="Example: plm export nlp-2026 --format csv,canvas --output exports")
def export(
    course: Course,
    slug: Slugs = None,
    format: Annotated[
        list[str] | None,
        typer.Option("--format", help="csv, canvas, moodle, gradescope, junit; one or several. [default: csv]"),
    ] = None,
    output: Annotated[Path | None, typer.Option(help="The folder to write to; COURSE/exports if left out.")] = None,
    as_json: Json = False,
) -> None:
    """Write a class's grades for a spreadsheet, Canvas, Moodle, Gradescope or a CI system."""
    from autograder.report.class_records import load_class
    from autograder.report.exports import FORMATS
    from autograder.report.pages import write_text

    chosen = _formats(format or ["csv"], list(FORMATS))
    class_records = load_class(course, chosen_slugs(course, slug))
    folder = output or course / "exports"
    files = {name: text for format in chosen for name, text in FORMATS[format](class_records).items()}
    for name, content in files.items():
        write_text(folder / name, content)
    if as_json:
        print(json.dumps([str(folder / name) for name in files]))
    else:
        more = f" and {len(files) - 5} more" if len(files) > 5 else ""
        print(f"{folder}: {', '.join(list(files)[:5])}{more}")


def _formats(asked: list[str], known: list[str]) -> list[str]:
    """The formats named, one by one or with commas.

    Raises:
        UsageError: if one is unknown.
    """
    names = [name.strip() for part in asked for name in part.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise UsageError(f"--format {name}: no such format; choose from {', '.join(known)}")
    return names


@app.command(epilog="Example: plm explain nlp-2026 li polysemy --check token_span.mixed")
def explain(
    course: Course,
    student: Annotated[str, typer.Argument(help="The folder's name in submitted/.")],
    slug: Annotated[str, typer.Argument(help="The exercise.")],
    check: Annotated[list[str] | None, typer.Option(help="Only this check; may be given several times.")] = None,
    as_json: Json = False,
    unconfined: Unconfined = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Run one submission's checks again and show all: secret inputs, what came, what the reference gives. For TAs only."""
    use_homes_of(course)
    exercise = load(slug)
    path = submission_file(course / "submitted" / student / slug, slug)
    if path is None:
        raise UsageError(f"{course / 'submitted' / student / slug}: nothing handed in there that could be graded")
    from autograder.report.terminal import wide_console

    with warm_grader(unconfined) as grader:
        from autograder.explain import explain as explain_submission
        from autograder.report.explanation import explanation_json, print_explanation

        checks = explain_submission(path.read_bytes(), path.name, exercise, grader, check)
    if as_json:
        print(json.dumps(explanation_json(checks, lang.value), ensure_ascii=True))
    else:
        again = ["plm", "explain", str(course), student, slug, *(["--unconfined"] if unconfined else [])]
        print_explanation(checks, again, lang.value, wide_console())


@app.command(epilog="Example: plm similar nlp-2026 polysemy --least 0.6")
def similar(
    course: Course,
    slug: Slugs = None,
    least: Annotated[float, typer.Option(min=0, max=1, help="The least share of either code that both have.")] = 0.4,
    most: Annotated[int, typer.Option(min=1, help="How many pairs are shown.")] = 100,
    as_json: Json = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Compare the students' own code, stub and reference left out; a page with the pairs that are most alike, side by side."""
    from autograder.report.pages import write_text
    from autograder.report.similar_page import similar_page
    from autograder.report.write import report_folder
    from autograder.similarity import similar_pairs

    found = []
    for name in chosen_slugs(course, slug):
        exercise = load(name)
        pairs = similar_pairs(exercise, find_submissions(course, [name]), least, most)
        page = report_folder(course) / f"similar-{name}.html"
        write_text(page, similar_page(exercise.title, pairs, lang.value))
        found += [
            {"exercise": name, "students": [p.one.student, p.other.student], "share": round(p.share, 3)} for p in pairs
        ]
        if not as_json:
            print(f"{page}: {len(pairs)} pairs" + (f", the closest {100 * pairs[0].share:.0f} %" if pairs else ""))
    if as_json:
        print(json.dumps(found, ensure_ascii=True))
