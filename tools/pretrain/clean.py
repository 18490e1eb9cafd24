"""Step `clean`: paragraphs to clean sentences, without duplicates, split into training and held-out documents."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.pretrain.readers import READERS, Document
from tools.pretrain.sentences import own_documents
from tools.pretrain.sources import SOURCES, Source

HELD_OUT_PERCENT = 4
MIN_BANNED = 6  # shorter strings in the data are words and names, not sentences
HANZI = re.compile(r"[一-鿿]")
SENTENCE_ZH = re.compile(r"[^。！？]+[。！？]+[”」』）]*")
SENTENCE_EN = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'])")
JUNK = re.compile(r"[\\<>{}|~^=_@#$*`]|https?:|www\.|--|/\w+/|\.\.\.\.")
HALF_WIDTH = {"，": ",", "。": ".", "：": ":", "；": ";", "！": "!", "？": "?"}


def normalise(text: str) -> str:
    """NFC, plain single spaces, three dots for an ellipsis."""
    text = unicodedata.normalize("NFC", text).replace("　", " ").replace("…", "...")
    text = re.sub("[\u200b\ufeff\u00ad]", "", text)
    return " ".join(text.split())


def close_up(text: str) -> str:
    """No space between a hanzi (or Chinese mark) and its neighbour."""
    return re.sub(r"(?<=[一-鿿，。！？：；、（）“”]) | (?=[一-鿿，。！？：；、（）“”])", "", text)


def straight_quotes(text: str) -> str:
    """ASCII quotation marks, as most English sources have them."""
    return text.translate(str.maketrans("‘’“”", "''\"\""))


def full_width(text: str) -> str:
    """Chinese punctuation after a hanzi, where a text has ASCII marks."""
    for full, half in HALF_WIDTH.items():
        text = re.sub(rf"(?<=[一-鿿]){re.escape(half)}(?!\w)", full, text)
    return text


def sentences_zh(paragraph: str) -> list[str]:
    """Whole Chinese sentences: at least 6 hanzi, which are 60 % or more of the characters; no markup."""
    found = SENTENCE_ZH.findall(full_width(close_up(normalise(paragraph))))
    return [text.strip() for text in found if _good_zh(text.strip())]


def _good_zh(text: str) -> bool:
    hanzi = len(HANZI.findall(text))
    return (
        hanzi >= 6
        and len(text) <= 200
        and hanzi >= 0.6 * len(text)
        and not JUNK.search(text)
        and text[0] not in "，。、）；："
    )


def sentences_en(paragraph: str) -> list[str]:
    """English sentences of 4 words or more, nearly all letters; no markup."""
    return [text.strip() for text in SENTENCE_EN.split(straight_quotes(normalise(paragraph))) if _good_en(text.strip())]


def _good_en(text: str) -> bool:
    letters = sum(char.isascii() and (char.isalpha() or char in " ',.") for char in text)
    return len(text.split()) >= 4 and len(text) <= 400 and letters >= 0.93 * len(text) and not JUNK.search(text)


SENTENCES = {"zh": sentences_zh, "en": sentences_en}


def held_out(document: str) -> bool:
    """Whether a document is kept from training: decided by its text alone, so that a rerun decides alike."""
    return int(hashlib.sha256(document.encode()).hexdigest(), 16) % 100 < HELD_OUT_PERCENT


def documents(work: Path, source: Source) -> Iterator[Document]:
    """The raw documents of one source, in a fixed order."""
    for path in sorted((work / "tree" / source.package).glob(source.pattern)):
        if not path.is_symlink():
            yield from READERS[source.reader](path)


def evaluation_sentences(assignments: Path) -> frozenset[str]:
    """Sentences that exercises measure models with, squeezed: they must not be trained on."""
    found: set[str] = set()
    for path in sorted(assignments.glob("*/data/**/*.json")):
        found.update(squeeze(text) for text in _strings(json.loads(path.read_text(encoding="utf-8"))))
    for path in sorted(assignments.glob("*/data/**/*.txt")):
        found.update(squeeze(text) for text in path.read_text(encoding="utf-8").splitlines())
    return frozenset(text for text in found if len(text) >= MIN_BANNED)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _strings(item)


def clean_documents(
    raw: Iterable[Document], language: str, seen: set[str], banned: frozenset[str]
) -> Iterator[Document]:
    """Documents as lists of sentences that are new (added to `seen`) and not banned."""
    for document in raw:
        kept = []
        for paragraph in document:
            for text in SENTENCES[language](paragraph):
                key = squeeze(text)
                if key not in seen and not any(part in key for part in banned):
                    seen.add(key)
                    kept.append(text)
        if kept:
            yield kept


def squeeze(text: str) -> str:
    """Letters and digits only, in lower case: what makes two sentences the same."""
    return re.sub(r"\W+", "", text).lower()


def write_lines(path: Path, docs: Iterable[Document]) -> None:
    """One sentence a line, a blank line between documents."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join("\n".join(doc) for doc in docs) + "\n", encoding="utf-8")


def read_lines(path: Path) -> list[Document]:
    """The inverse of `write_lines`."""
    text = path.read_text(encoding="utf-8").strip()
    if not text:
        return []
    return [block.split("\n") for block in text.split("\n\n")]


def clean(work: Path, assignments: Path) -> None:
    """Write `work/text/<language>.train.txt` and `.held.txt`; our own sentences are for training alone."""
    banned = evaluation_sentences(assignments)
    for language in ("zh", "en"):
        seen: set[str] = set()
        train: list[Document] = []
        held: list[Document] = []
        for source in (source for source in SOURCES if source.language == language):
            for doc in clean_documents(documents(work, source), language, seen, banned):
                (held if held_out("".join(doc)) else train).append(doc)
        own = list(clean_documents(own_documents(language), language, seen, banned))
        write_lines(work / "text" / f"{language}.own.txt", own)
        train += own
        write_lines(work / "text" / f"{language}.train.txt", train)
        write_lines(work / "text" / f"{language}.held.txt", held)
