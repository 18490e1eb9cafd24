"""Auto-graded exercises for a chapter on pretrained language models."""

from __future__ import annotations

from typing import Literal

__all__ = ["check"]
__version__ = "0.1.0"


def check(name: str, lang: Literal["zh", "en"] = "zh") -> None:
    """Run an exercise's public checks on what this notebook defines; see `autograder.cell.check`.

    Args:
        name: `<exercise>.<function>`, or `<exercise>` for all of its functions.
        lang: the language of what is printed.

    Example:
        check("polysemy.word_vector")
    """
    from autograder.cell import check as check_notebook  # torch is imported when first needed

    check_notebook(name, lang)
