"""Writes the comparison page, in both languages, and its picture: `python -m tools.masking`."""

from __future__ import annotations

from pathlib import Path

import torch

from autograder.files import write_whole
from tools.masking.measures import Page
from tools.masking.page import Numbers, markdown
from tools.masking.picture import picture

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {"en": DOCS / "masking.md", "zh": DOCS / "masking.zh-CN.md"}
PICTURE = DOCS / "pictures" / "masking.png"


def main() -> None:
    """Measure, then write the three files."""
    torch.set_num_threads(1)
    numbers = Numbers.measured(Page())
    for lang, path in PAGES.items():
        write_whole(path, markdown(numbers, lang).encode())
    write_whole(PICTURE, picture())


if __name__ == "__main__":
    main()
