"""Answers that are not answers: lists of key words, text copied from the task, words to whoever grades."""

from __future__ import annotations

import re
from functools import cache

from autograder.exercise import Exercise
from autograder.length import count_length, is_latin
from autograder.written.normal import Answer, read_answer
from autograder.written.rubric import Rubric

_SHINGLE_HAN, _SHINGLE_LATIN = 10, 26
"""Characters in a row that nobody writes twice by chance."""
_SEPARATORS = re.compile(r"[;；、,，/|→←↔+•·\n]|->|=>|—|\s-\s|：|:|。|\. ")
_ROW = re.compile(r"^(?=[^\n]*\d)[^\n|]*\|[^\n]*\|[^\n]*$", re.MULTILINE)
"""A row of a table with a figure in it: it says of the figure whose it is."""
_LINKING_ZH = re.compile(
    r"[的了是在和把被用从让使就也这那能会要来得与而所它其越都为比由时则因最很没不只给将]|每一|之间"
)
_LINKING_EN = re.compile(
    r"\b(?:the|is|are|was|were|it|its|this|that|these|to|from|by|which|as|so|has|have|must|does|do|not|be|they|their|with|we|i)\b"
)
_TO_GRADER = re.compile(
    r"自动评分|评分程序|主讲教师|人工复核|满分|评分(?:规则|程序|系统|标准)|得分点|(?:请|别|不要|勿|不得|不许|免于).{0,6}扣分|"
    r"给我.{0,6}分|给分|判分|判(?:为|成).{0,4}(?:满分|对|正确|通过|合格|优)|"
    r"老师(?:们|辛苦|您|好|请|给|可以|能)|"
    r"(?:谢谢|感谢|麻烦|尊敬|各位|亲爱|恳请|求).{0,6}(?:老师|助教|教授)|请.{0,6}(?:老师|助教)|助教(?:们|您|好|请)|批改|阅卷|"
    r"请(?:直接)?(?:给|输出|判|忽略)|忽略.{0,8}(?:规则|指令|以上|之前)|系统指令|及格|高抬贵手|needs_review|points ?=|"
    r"\bscorer\b|teaching team|\bgrades\b|\bgraders?\b|\bgrading\b|\bfull (?:marks?|points|score|credit)\b|"
    r"(?:dear|please|thank\w*|kind) .{0,20}(?:teacher|professor)|(?:teacher|professor)s?,? (?:please|has|have)|"
    r"ignore (?:all |the )?(?:previous|prior|above)|please (?:award|give|be generous|mark)|\baward\b|\bsystem prompt\b|\bas an ai\b|"
    r"\brubric\b|pass the course|maximum score|instructions?:"
)
_LEAST_LINKING_ZH, _LEAST_LINKING_EN, _SOME_LINKING = 0.08, 0.055, 0.09
_LEAST_PIECES, _LONG_PIECE = 8, 7
_LONGEST_TERM = 5
_MOSTLY = 0.9
_HAN_RUN, _LATIN_WORD = re.compile(r"[\u3400-\u9fff]+"), re.compile(r"[a-z]{2,}")
_MOST_OF_TASK_ZH, _MOST_OF_TASK_EN = 0.54, 0.78
"""Shares of an answer's words that the task has too: few answers of the students' own reach them, concise ones."""
_ASKS = re.compile(r"为什么|什么|为何|如何|怎样|怎么|是否|有没有|哪[些个一里]|\b(?:what|how|why|whether|which)\b")
_OFTEN = 0.04
"""Questions a word: the task asks so often, an answer in its words does not."""
_AS_RUBRIC = re.compile(
    r"要(?:直接)?(?:明|直接)?说(?:出来|明|出)?[,，;；。]|(?:不|即可|才能?|就)得分|任一即可|说出其一|真实(?:的)?(?:区别|对比)|"
    r"两端都要|said outright|a true contrast|(?:earns|loses) (?:it|the point)"
)
"""How a rubric speaks."""
_TWICE = 2
_ANNOUNCING = (
    "本题要求说明 下面分析 本文将说明 我将说明 我会分析 首先 其次 然后 最后 包括 以及 根据 来判断 哪些方面 回答 问题 如何 怎样",
    "为什么 是什么 有什么 这里 同时 也就是 总结 讨论",
    "in this analysis i will describe explain say judge discuss show and that is how why what which whether the of to answer text",
    "summary below following first then finally",
)
"""How a text announces what it will say; it says nothing by that."""


def without_words_to_grader(answer: Answer) -> tuple[str, bool]:
    """The text without the sentences that speak to whoever grades, and whether there were any."""
    both = zip(answer.own, answer.sentences, strict=True)
    kept = [own for own, sentence in both if not _TO_GRADER.search(sentence)]
    return "\n".join(kept), len(kept) < len(answer.sentences)


def is_keyword_list(answer: Answer) -> bool:
    """Whether the text is terms in a row: short pieces with hardly a word that links them."""
    text, latin = _ROW.sub(lambda row: row[0].replace("|", " "), answer.text), is_latin(answer.text)
    lengths = [length for piece in _SEPARATORS.split(text) if (length := count_length(piece))]
    if len(lengths) < _LEAST_PIECES:
        return False
    linking = len((_LINKING_EN if latin else _LINKING_ZH).findall(text))
    share, mean = linking / max(1, answer.length), sum(lengths) / len(lengths)
    terms = sum(length <= _LONGEST_TERM for length in lengths) / len(lengths)
    least = _LEAST_LINKING_EN if latin else _LEAST_LINKING_ZH
    return (mean <= _LONG_PIECE and share < least) or (terms >= _MOSTLY and share < _SOME_LINKING)


def is_copied(answer: Answer, exercise: Exercise, rubric: Rubric) -> bool:
    """Whether the text stands for the most part in the task word for word, or asks in the task's words.

    Args:
        answer: as `read_answer` gives it.
        exercise: whose task sheets and stub are held against it.
        rubric: whose `task` and titles of facets are.
    """
    asked = (*rubric.task, *(title for facet in rubric.facets for title in (facet.title.zh, facet.title.en)))
    if count_length(_own_text(answer, exercise, asked)) * 2 < answer.length:
        return True
    words, known = _words(answer.text), _words_of(asked)
    most = _MOST_OF_TASK_EN if is_latin(answer.text) else _MOST_OF_TASK_ZH
    return _asks(answer) and sum(word in known for word in words) > most * len(words)


def _asks(answer: Answer) -> bool:
    """Whether a text asks, as the task does, or says what earns points, as its rubric does."""
    asked = len(_ASKS.findall(answer.text))
    return asked > _OFTEN * answer.length or len(_AS_RUBRIC.findall(answer.text)) >= _TWICE


def _own_text(answer: Answer, exercise: Exercise, task: tuple[str, ...]) -> str:
    length = _SHINGLE_LATIN if is_latin(answer.text) else _SHINGLE_HAN
    known, text = _shingles_of_task(exercise, task, length), re.sub(r"\s+", " ", answer.text)
    copied = [False] * len(text)
    for index in range(len(text) - length + 1):
        if text[index : index + length] in known:
            copied[index : index + length] = [True] * length
    return "".join(character for character, taken in zip(text, copied, strict=True) if not taken)


def _words(text: str) -> list[str]:
    """Latin words and pairs of neighbouring Han characters."""
    runs = _HAN_RUN.findall(text)
    return [run[i : i + 2] for run in runs for i in range(len(run) - 1)] + _LATIN_WORD.findall(text)


@cache
def _words_of(task: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for text in (*task, *_ANNOUNCING) for word in _words(read_answer(text).text))


@cache
def _shingles_of_task(exercise: Exercise, task: tuple[str, ...], length: int) -> frozenset[str]:
    texts = [re.sub(r"\s+", " ", text) for text in _sheets(exercise)] + [read_answer(text).text for text in task]
    return frozenset(text[i : i + length] for text in texts for i in range(len(text) - length + 1))


@cache
def _sheets(exercise: Exercise) -> tuple[str, ...]:
    """What the task sheets and the stub say, normalised: line by line, as they may be longer than an answer is read."""
    paths = [exercise.stub, *sorted(exercise.folder.glob("task.*.md"))]
    lines = (path.read_text(encoding="utf-8").splitlines() for path in paths)
    return tuple("\n".join(read_answer(line).text for line in sheet) for sheet in lines)
