"""A written answer as the rubric reads it: one spelling of everything, cut into sentences and clauses."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MOST_CHARACTERS = 8_000
"""Beyond this nothing is read: many times the longest answer that is asked for."""

_INVISIBLE = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,12}(?:\s+[A-Za-z-]{1,20}\s*=[^<>\n]{0,200})?\s*/?>|<!--[^<>]{0,200}-->")
"""Tags only: `p < 0.05, b > c` is the student's own text."""
_MARKUP = re.compile(r"[*_`#$\\{}]|&nbsp;|mathbf|mathrm|mathcal")
_SENTENCE_END = re.compile(r"(?<=[。！？!?\n])|(?<=[.])(?=\s|$)")
_CLAUSE_END = re.compile(r"[，,；;：:（）()—\n]|\b(?:but|whereas|while|although|though)\b|而是|但是|不过")
_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
_HAN = re.compile(r"[\u3400-\u9fff]")
_TRADITIONAL = str.maketrans(
    "連續詞還預測時隻兩側個沒對標記頭為層損總於儲資訊區邊問題點終結構義後開學間這樣現實驗據機從單讀論與當變數參讓報際應該導認說語網絡練傳統輸顯"
    "較輕過擬遺洩準確領術證員圖圍繞觀壓縮條達響異質發將來並無關係嗎麼給線",
    "连续词还预测时只两侧个没对标记头为层损总于储资讯区边问题点终结构义后开学间这样现实验据机从单读论与当变数参让报际应该导认说语网络练传统输显"
    "较轻过拟遗泄准确领术证员图围绕观压缩条达响异质发将来并无关系吗么给线",
)
"""The characters of the traditional script that such answers hold; others stay."""


@dataclass(frozen=True)
class Answer:
    """An answer, normalised: its whole text, its sentences, each sentence's clauses, and the sentences in the student's own letters."""

    text: str
    sentences: tuple[str, ...]
    clauses: tuple[tuple[str, ...], ...]
    own: tuple[str, ...]
    length: int


def read_answer(text: str) -> Answer:
    """Normalise an answer: NFKC, lower case, simplified characters, no markup and no invisible characters.

    Args:
        text: as handed in.

    Example:
        >>> read_answer("兩層 ＧＥＬＵ。").sentences
        ('两层 gelu。',)
    """
    raw = text[:MOST_CHARACTERS]
    length = count_length(_TAG.sub("", unicodedata.normalize("NFKC", raw)))
    parts = [part.strip() for part in _SENTENCE_END.split(_without_markup(raw))]
    own = tuple(part for part in parts if _folded(part))
    sentences = tuple(_folded(part) for part in own)
    clauses = tuple(tuple(c.strip() for c in _CLAUSE_END.split(s) if c and c.strip()) for s in sentences)
    return Answer(_folded(raw), sentences, clauses, own, length)


def _folded(text: str) -> str:
    return _without_markup(unicodedata.normalize("NFKC", text)).translate(_TRADITIONAL).lower().strip()


def _without_markup(text: str) -> str:
    return _MARKUP.sub("", _INVISIBLE.sub("", _TAG.sub("", text)))


def count_length(text: str) -> int:
    """Han characters plus Latin words.

    Example:
        >>> count_length("遮住 a span")
        4
    """
    return len(_HAN.findall(text)) + len(_WORD.findall(text))


def is_latin(text: str) -> bool:
    """Whether an answer is written in Latin words for the most part."""
    return len(_WORD.findall(text)) > len(_HAN.findall(text))
