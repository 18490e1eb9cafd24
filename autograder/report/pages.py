"""Pages as self-contained HTML: one template environment that escapes everything, both languages in the page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from autograder.files import write_whole
from autograder.text import LANGS, Lang, Text

_MARKED = re.compile(r"`([^`\n]{1,200})`|(?<![\w*])\*\*(?=\S)([^*\n]{1,200})(?<=\S)\*\*(?![\w*])", re.ASCII)
"""Between backticks, or between double asterisks that are no powers (`2**3**4`)."""


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("autograder.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["both"] = both
    environment.filters["points"] = points
    environment.filters["breakable"] = breakable
    environment.globals["say"] = lambda zh, en: both(Text(zh, en))
    return environment


def render(template: str, lang: Lang, **values: Any) -> str:
    """A page from a template in `templates/`; `lang` is the language that shows first."""
    return _environment().get_template(template).render(lang=lang, **values)


def both(text: Text) -> Markup:
    """A text in both languages; the page's switch shows one of them, and without style sheets both are there."""
    return Markup("").join(
        Markup('<span class="{}" lang="{}">{}</span>').format(lang, _html_lang(lang), _marked_up(text.get(lang)))
        for lang in LANGS
    )


def _marked_up(text: str) -> Markup:
    """Escaped text in which `backticks` set code and **asterisks** set strong words."""
    return Markup(_MARKED.sub(_element, str(escape(text))))


def _element(found: re.Match[str]) -> str:
    code, strong = found.groups()
    return f"<code>{code}</code>" if code is not None else f"<strong>{strong}</strong>"


def breakable(name: str) -> Markup:
    """A name in code that may be broken over lines behind its underscores and dots, and nowhere else."""
    return Markup(re.sub(r"([_.])", r"\1<wbr>", str(escape(name))))


def points(value: float) -> str:
    """Points without needless zeros.

    Example:
        >>> points(2.0), points(16.75)
        ('2', '16.75')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def write_text(path: Path, text: str) -> None:
    """Write a file in UTF-8 so that a reader sees the old one or the new one; lone surrogates become question marks."""
    write_whole(path, text.encode("utf-8", "replace"))


def _html_lang(lang: Lang) -> str:
    return {"zh": "zh-CN", "en": "en"}[lang]
