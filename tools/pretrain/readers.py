"""Files of several formats as documents: each reader yields lists of paragraphs, one list a document."""

from __future__ import annotations

import gettext
import gzip
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

Document = list[str]

BLOCKS = frozenset("p li dd dt td th h1 h2 h3 h4 div section page title list item note table tr ul ol dl steps".split())
HIDDEN = frozenset("pre script style nav screen cite head footer".split())
VOID_IN_MALLARD = re.compile(r"<info\b.*?</info>|<code\b[^>]*>.*?</code>", re.S)


class _Paragraphs(HTMLParser):
    """Collects the text of block elements, leaving out scripts and listings."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.paragraphs: Document = []
        self._parts: list[str] = []
        self._hidden: list[str] = []

    def flush(self) -> None:
        text = " ".join("".join(self._parts).split())
        self._parts.clear()
        if text:
            self.paragraphs.append(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in HIDDEN:
            self._hidden.append(tag)
        if tag in BLOCKS:
            self.flush()

    def handle_endtag(self, tag: str) -> None:
        if self._hidden and tag == self._hidden[-1]:
            self._hidden.pop()
        if tag in BLOCKS:
            self.flush()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._parts.append(data)


def read_html(path: Path) -> Iterator[Document]:
    """Paragraphs of one HTML page."""
    parser = _Paragraphs()
    parser.feed(path.read_text(encoding="utf-8", errors="replace"))
    parser.flush()
    yield parser.paragraphs


def read_mallard(path: Path) -> Iterator[Document]:
    """Paragraphs of one GNOME help page; its `info` block has names and addresses, not prose."""
    parser = _Paragraphs()
    parser.feed(VOID_IN_MALLARD.sub("", path.read_text(encoding="utf-8")))
    parser.flush()
    yield parser.paragraphs


def _translations(path: Path) -> Iterator[tuple[str, str]]:
    with path.open("rb") as file:
        catalog = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    for key, value in catalog.items():
        if isinstance(key, str) and key and value:
            yield key.split("\x04")[-1].split("^")[-1], value


def read_gettext(path: Path) -> Iterator[Document]:
    """Each translated message is a document of its own: a catalogue is sorted by text, not by story."""
    for _, translation in _translations(path):
        yield translation.splitlines()


def read_gettext_ids(path: Path) -> Iterator[Document]:
    """The originals (English) of a catalogue's messages."""
    for original, _ in _translations(path):
        yield original.splitlines()


def read_man(path: Path) -> Iterator[Document]:
    """Running text of a manual page: macro lines break paragraphs, font escapes go."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8", errors="ignore")
    paragraphs, current = [], ""
    for line in text.splitlines():
        if line.startswith((".", "'", " ", "\t")) or not line.strip():
            paragraphs.append(current)
            current = ""
        else:
            current += re.sub(r"\\f[A-Z]|\\&", "", line.strip())
    yield [*paragraphs, current]


def read_wordnet(path: Path) -> Iterator[Document]:
    """The example sentences of each synset, which WordNet writes without a capital and a full stop."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if line[:1].isdigit() and " | " in line:
            gloss = line.split(" | ", 1)[1]
            examples = [text for text in re.findall(r'"([^"]+)"', gloss) if len(text.split()) >= 5]
            if examples:
                yield [f"{text[0].upper()}{text[1:].rstrip('.!?; ')}." for text in examples]


READERS: dict[str, Callable[[Path], Iterator[Document]]] = {
    "html": read_html,
    "mallard": read_mallard,
    "gettext": read_gettext,
    "gettext-ids": read_gettext_ids,
    "man": read_man,
    "wordnet": read_wordnet,
}
