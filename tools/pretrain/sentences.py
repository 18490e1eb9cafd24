"""Our own sentences: grammars in `text/*.<language>.txt`, expanded by chance from a fixed seed.

A grammar file has definitions (`name = a|b|c`), headings (`# ...`), and sentence patterns. In a pattern `{name}` stands for
one of the alternatives of a definition, `(a|b|)` for one written on the spot. Patterns without either stand for themselves.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

from tools.pretrain.readers import Document

TEXT = Path(__file__).parent / "text"
NAME = re.compile(r"\{(\w+)\}")
CHOICE = re.compile(r"\(([^()]*)\)")
PER_PATTERN = 80


def own_documents(language: str, seed: int = 3) -> list[Document]:
    """Every pattern expanded up to `PER_PATTERN` times; each sentence is a document of its own."""
    docs: list[Document] = []
    for path in sorted(TEXT.glob(f"*.{language}.txt")):
        definitions, patterns = parse(path.read_text(encoding="utf-8"))
        rng = random.Random(seed)
        for pattern in patterns:
            docs += [[text] for text in sorted(set(expand(pattern, definitions, rng)))]
    return docs


def parse(text: str) -> tuple[dict[str, list[str]], list[str]]:
    """The definitions and the patterns of a grammar file."""
    definitions: dict[str, list[str]] = {}
    patterns = []
    for line in text.splitlines():
        name, found, rest = line.partition(" = ")
        if found:
            definitions[name] = rest.split("|")
        elif line.strip() and not line.startswith("#"):
            patterns.append(line.strip())
    return definitions, patterns


def expand(pattern: str, definitions: dict[str, list[str]], rng: random.Random) -> Iterator[str]:
    """`PER_PATTERN` random expansions, one if the pattern leaves no choice."""
    for _ in range(PER_PATTERN if NAME.search(pattern) or CHOICE.search(pattern) else 1):
        text = pattern
        while NAME.search(text):
            text = NAME.sub(lambda match: rng.choice(definitions[match[1]]), text)
        while CHOICE.search(text):
            text = CHOICE.sub(lambda match: rng.choice(match[1].split("|")), text)
        yield text
