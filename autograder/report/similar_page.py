"""The page of similar pairs, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from autograder.report.pages import render
from autograder.similarity import Pair, Side
from autograder.text import Lang, Text


def similar_page(title: Text, pairs: Sequence[Pair], lang: Lang = "zh") -> str:
    """The page as HTML.

    Args:
        title: the exercise's title.
        pairs: from `similar_pairs`.
        lang: the language that shows first; the page holds both.
    """
    return render("similar.html", lang, title=title, pairs=pairs, marked=marked)


def marked(side: Side) -> Markup:
    """A side's code with the shared pieces marked."""
    parts, done = [], 0
    for start, end in side.slices:
        parts += [escape(side.code[done:start]), Markup("<mark>"), escape(side.code[start:end]), Markup("</mark>")]
        done = end
    return Markup("").join([*parts, escape(side.code[done:])])
