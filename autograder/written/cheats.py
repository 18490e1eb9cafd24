"""Answers that are not answers: lists of key words, text copied from the task, words to whoever grades."""

from __future__ import annotations

import re
from functools import cache

from autograder.exercise import Exercise
from autograder.written.normal import Answer, count_length, is_latin, read_answer

_SHINGLE_HAN, _SHINGLE_LATIN = 10, 26
"""Characters in a row that nobody writes twice by chance."""
_SEPARATORS = re.compile(r"[;；、,，/|→←↔+•·\n]|->|=>|—|\s-\s|：|:|。|\. ")
_LINKING_ZH = re.compile(r"[的了是在和把被用从让使就也这那能会要来得与而所它其]")
_LINKING_EN = re.compile(
    r"\b(?:the|is|are|was|were|it|its|this|that|these|to|from|by|which|as|so|has|have|must|does|do|not|be|they|their|with|we|i)\b"
)
_TO_GRADER = re.compile(
    r"自动评分|评分程序|主讲教师|人工复核|满分|评分(?:规则|程序|系统|标准)|得分点|扣分|给我.{0,6}分|给分|判(?:为|分)|老师|助教|批改|阅卷|"
    r"请(?:直接)?(?:给|输出|判|忽略)|忽略.{0,8}(?:规则|指令|以上|之前)|系统指令|及格|高抬贵手|needs_review|points ?=|"
    r"\bscorer\b|teaching team|\bgrades\b|\bgraders?\b|\bgrading\b|\bfull (?:marks?|points|score|credit)\b|\bteacher\b|\bprofessor\b|"
    r"ignore (?:all |the )?(?:previous|prior|above)|please (?:award|give|be generous|mark)|\baward\b|\bsystem prompt\b|\bas an ai\b|"
    r"\brubric\b|pass the course|maximum score|instructions?:"
)
_MOST_LINKING = 0.055
_LONG_PIECE = 14


def without_words_to_grader(answer: Answer) -> tuple[str, bool]:
    """The text without the sentences that speak to whoever grades, and whether there were any."""
    both = zip(answer.own, answer.sentences, strict=True)
    kept = [own for own, sentence in both if not _TO_GRADER.search(sentence)]
    return "\n".join(kept), len(kept) < len(answer.sentences)


def is_keyword_list(answer: Answer) -> bool:
    """Whether the text is terms in a row: short pieces with hardly a word that links them."""
    pieces = [piece.strip() for piece in _SEPARATORS.split(answer.text) if piece.strip()]
    if len(pieces) < 8:
        return False
    linking = len((_LINKING_EN if is_latin(answer.text) else _LINKING_ZH).findall(answer.text))
    mean = sum(count_length(piece) for piece in pieces) / len(pieces)
    share = linking / max(1, answer.length)
    return mean <= _LONG_PIECE / 2 and share < _MOST_LINKING


def own_text(answer: Answer, exercise: Exercise, task: tuple[str, ...] = ()) -> str:
    """The text without what stands word for word in the task sheets, the stub, or `task`."""
    length = _SHINGLE_LATIN if is_latin(answer.text) else _SHINGLE_HAN
    known, text = _shingles_of_task(exercise, task, length), re.sub(r"\s+", " ", answer.text)
    copied = [False] * len(text)
    for index in range(len(text) - length + 1):
        if text[index : index + length] in known:
            copied[index : index + length] = [True] * length
    return "".join(character for character, taken in zip(text, copied, strict=True) if not taken)


@cache
def _shingles_of_task(exercise: Exercise, task: tuple[str, ...], length: int) -> frozenset[str]:
    paths = [exercise.stub, *sorted(exercise.folder.glob("task.*.md"))]
    texts = [re.sub(r"\s+", " ", read_answer(path.read_text(encoding="utf-8")).text) for path in paths]
    texts += [read_answer(text).text for text in task]
    return frozenset(text[i : i + length] for text in texts for i in range(len(text) - length + 1))
