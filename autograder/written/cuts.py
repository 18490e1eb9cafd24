"""Where a text is cut into sentences and clauses: not inside what is quoted, which is a model's output or somebody else's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

_MOST_QUOTED = 160
"""Characters between two marks; longer ones hold the writer's own sentences, or the marks are no pair."""
_MARKS = ("“”", "‘’", "「」", "『』", "《》", "〈〉", '""')
_BRACKETS = ("()", "[]", "（）", "【】", "〔〕")
_SINGLE = rf"(?<!\w)'(?=\S)[^'\n]{{1,{_MOST_QUOTED}}}'(?!\w)"


def _between(pairs: Iterable[str]) -> str:
    """The pattern of what stands between two marks, without either of them inside."""
    marks = ((re.escape(pair[0]), re.escape(pair[1])) for pair in pairs)
    return "|".join(f"{a}[^{a}{b}\\n]{{0,{_MOST_QUOTED}}}{b}" for a, b in marks)


_QUOTES = re.compile(f"{_between(_MARKS)}|{_SINGLE}")
_QUOTES_AND_BRACKETS = re.compile(f"{_between((*_MARKS, *_BRACKETS))}|{_SINGLE}")

_SENTENCE_END = re.compile(
    r"[。！？!?\n]|(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bcf)(?<!\bapprox)(?<!\bresp)\.(?=\s|$)", re.IGNORECASE
)
_END_IN_QUOTE = re.compile(r"[.!?。！？][”’」』\"')）](?=\s+[A-Z\u3400-\u9fff]|\s*$)", re.MULTILINE)
"""A quotation that ends with its sentence ends the sentence that it stands in, if a new one begins behind it."""
_CLAUSE_END = re.compile(r"[，,；;：:（）()—\n]|\b(?:but|whereas|while|although|though)\b|而是|但是|不过")
_SHORT_PARENTHESIS = re.compile(r"[(（]([^()（）]{1,12})[)）]")


def sentences(text: str) -> list[str]:
    """A text's sentences with their marks.

    Args:
        text: as written.

    Example:
        >>> sentences("它总说“一个人。”，停不下来。0.8 时通顺。")
        ['它总说“一个人。”，停不下来。', '0.8 时通顺。']
    """
    ends = [match.end() for match in _outside(_SENTENCE_END, _QUOTES_AND_BRACKETS, text)]
    ends += [match.end() for match in _END_IN_QUOTE.finditer(text)]
    cuts = [0, *sorted(set(ends)), len(text)]
    return _filled(text[a:b] for a, b in pairwise(cuts))


def clauses(sentence: str) -> tuple[str, ...]:
    """A sentence cut at its clauses; a short parenthesis stays with what it stands behind.

    Args:
        sentence: one of `sentences`.

    Example:
        >>> clauses("有人说“越高，越尖”，不对")
        ('有人说“越高，越尖”', '不对')
    """
    joined = _SHORT_PARENTHESIS.sub(r"〔\1〕", sentence)
    ends = list(_outside(_CLAUSE_END, _QUOTES, joined))
    starts = [0, *(match.end() for match in ends)]
    stops = [*(match.start() for match in ends), len(joined)]
    return tuple(_filled(joined[a:b] for a, b in zip(starts, stops, strict=True)))


def _outside(pattern: re.Pattern[str], shield: re.Pattern[str], text: str) -> Iterable[re.Match[str]]:
    """The pattern's matches that lie in no match of the shield."""
    shielded = {place for match in shield.finditer(text) for place in range(match.start() + 1, match.end())}
    return (match for match in pattern.finditer(text) if match.start() not in shielded)


def _filled(parts: Iterable[str]) -> list[str]:
    return [stripped for part in parts if (stripped := part.strip())]
