"""What an answer says without stating it: sentences that say something in order to deny it, and sentences that suppose something."""

from __future__ import annotations

import re

from autograder.written.normal import Answer

_SAYING_ZH = r"(?:说法|想法|看法|观点|理解|结论|推断|推论|论断|解读|认识|直觉|做法|话)"
_FALSE_ZH = r"(?:不对|不成立|不正确|不准确|不是真的|不妥|站不住|有误|有问题|是?错(?:误)?的|错了|是?误(?:解|区|读))"
_FALSE_EN = (
    r"(?:wrong|false|incorrect|untrue|mistaken|misleading|a mistake|an error|a myth|a fallacy|"
    r"not (?:true|the case|right|correct|so))"
)
_DENIES = re.compile(
    rf"(?:这|那|此|该|以上|上述|这些|这两|这几)(?:个|种|样|些|类|句)?.{{0,2}}{_SAYING_ZH}?.{{0,4}}{_FALSE_ZH}|"
    rf"(?:说|认为|以为|理解为|理解成|看作|当作|当成|得出)[^。]{{0,80}}(?:就|都|也|则|便|这)?(?:会|是)?{_FALSE_ZH}|"
    rf"{_SAYING_ZH}[^。,，]{{0,6}}(?:都|也|并|是)?{_FALSE_ZH}|"
    r"(?:有人|有些人|很多人|许多人|不少人|大家|书上|网上|教材|乍看|表面上)[^。]{0,60}[,，;；](?:但|可|然而|其实|实际上)[^。,，]{0,12}(?:不是|没有|并非|不然|不对)|"
    r"误(?:解|读|认)(?:为|成|是|：|:)|误以为|误解是|误区|常见的?(?:误解|错误)|望文生义|(?:不能|不可|不应该?|不要|切勿|并不是)(?:就)?(?:说|认为|以为)|"
    rf"(?:it|that|this|which|both|they|either) (?:is|was|are|were|would be|will be|would both be) "
    rf"(?:also |simply |just |clearly |both |equally |therefore )?{_FALSE_EN}|"
    rf"\b(?:claim|idea|view|conclusion|reading|statement|argument|belief|notion)s?\b[^.]{{0,60}} (?:is|are|would be) {_FALSE_EN}|"
    rf"\b(?:thinking|saying|claiming|believing|concluding|to (?:say|think|claim|believe|conclude))\b"
    rf"[^.]{{0,80}} (?:is|would be) {_FALSE_EN}|"
    r"misunderst|misconcep|\bfallacy\b|\bmyth\b|it is the other way (?:a)?round|"
    r"\b(?:one|you|people|i|some|someone|many) (?:might|could|may|can|would|often|sometimes|wrongly)? ?(?:be )?"
    r"(?:think|say|believe|object|tempted|claim|suppose|expect)s?\b"
    r"[^.]{0,120}(?:\bbut\b|\bhowever\b|\byet\b|wrong|false|mistake)|"
    r"\bnor is it (?:true|right|the case)|\bit is not (?:true|right|the case) that|\bnot true that|"
    r"does not (?:mean|imply) that|(?:must|should|can)(?: ?not|n.t) (?:be )?(?:say|said|conclude|claim|think|believe)"
)
_DENIES_THE_ONE_BEFORE = re.compile(
    rf"^(?:但|可是?|然而|其实|实际上)?[,，]?(?:这|那|此|上述|以上|这些|这两)(?:个|种|样|些)?[^。,，]{{0,10}}{_FALSE_ZH}|^(?:不对|错了?|并非如此|其实不然|不是这样)|"
    rf"^(?:but |however,? |yet |in fact,? )?(?:that|this|it|both|they|these) (?:is|was|are|would be) (?:both |all )?{_FALSE_EN}|"
    r"^(?:but |in fact,? )?it is the other way (?:a)?round|^(?:not so|wrong|on the contrary)\b|"
    r"^(?:但|可是?)?我(?:并)?不(?:同意|相信|信|认同|赞成|这[么样](?:看|想|认为))|"
    r"^(?:but )?i (?:(?:do not|don['’]t|cannot|can['’]t) (?:believe|think|agree|accept|share)|doubt|disagree)"
)
_DENIES_SEVERAL = re.compile(
    rf"[两几三些](?:个|种|点|条|处)?[^。]{{0,24}}(?:{_FALSE_ZH}|误(?:解|区|读)|错误)|"
    rf"\b(?:things|claims|ideas|statements|readings|points|views|sentences)\b[^.]{{0,60}}\b(?:are|were) (?:both |all )?{_FALSE_EN}|"
    r"\b(?:two|three|several|some|common) (?:\w+ )?(?:mistakes|errors|myths|fallacies|misreadings)\b"
)
_ITEM = re.compile(
    r"^(?:\(?[1-4一二三四][).、]|第[一二三四]|其[一二三四]|[一二三四]是|另一)|"
    r"^(?:first|second|third|one|another|the (?:first|second|third|other))(?:ly)?\b"
)
_FARTHEST_ITEM = 4
"""Sentences behind the one that announces what is false."""
_REPORTS = re.compile(
    r"(?:同学|朋友|同组|网上|书上|博客|教程)[^。,，]{0,6}(?:说|讲|写|认为|告诉)|有人|有些人|人们|很多人|许多人|不少人|大家|直觉|乍看|表面上|看起来|可能会(?:说|想|认为)|"
    r"\b(?:one|you|people|some|someone|many)\b (?:\w+ ){0,2}"
    r"(?:think|say|believe|object|tempted|claim|suppose|expect)|"
    r"\b(?:friend|classmate|colleague|flatmate|book|blog|post|group|tutorial)s?\b (?:\w+ ){0,3}"
    r"(?:said|says?|told|tells|wrote|writes|claims?|claimed|thinks?|thought)|"
    r"at first (?:sight|glance)|naively"
)
_SUPPOSES = re.compile(
    r"如果|要是|假如|假使|假设|倘若|(?:^|[,，;；])若(?!干)|若是|"
    r"(?<!as )(?<!even )\bif\b(?! any)|\bunless\b|\b(?:suppos|assum)ing\b|\bsuppose\b|\b(?:would|could|might|should) have\b"
)


def asserted(answer: Answer) -> Answer:
    """An answer without the sentences that say something in order to deny it.

    Those are sentences that call what they say a misunderstanding or false, what others are said to think where the next sentence
    calls it so, and the items behind a sentence that announces several things as false. By words, not by sense: who reads a doubtful answer
    decides.

    Args:
        answer: as `read_answer` gives it.
    """
    return _only(answer, [number for number in range(len(answer.sentences)) if not _is_denied(answer, number)])


def stated(answer: Answer) -> Answer:
    """An answer without the sentences that suppose something: what would be, were it so, is nothing that the answer found.

    Args:
        answer: as `read_answer` gives it.

    Example:
        >>> stated(read_answer("两句里它没有变。如果换一个词，相似度会更低。")).sentences
        ('两句里它没有变。',)
    """
    return _only(answer, [n for n, sentence in enumerate(answer.sentences) if not _SUPPOSES.search(sentence)])


def _only(answer: Answer, kept: list[int]) -> Answer:
    sentences = tuple(answer.sentences[number] for number in kept)
    clauses = tuple(answer.clauses[number] for number in kept)
    return Answer("\n".join(sentences), sentences, clauses, tuple(answer.own[n] for n in kept), answer.length)


def _is_denied(answer: Answer, number: int) -> bool:
    sentence = answer.sentences[number]
    following = answer.sentences[number + 1] if number + 1 < len(answer.sentences) else ""
    if _DENIES.search(sentence) or (_REPORTS.search(sentence) and _DENIES_THE_ONE_BEFORE.search(following)):
        return True
    before = answer.sentences[max(0, number - _FARTHEST_ITEM) : number]
    return _ITEM.search(sentence) is not None and any(_DENIES_SEVERAL.search(one) for one in before)
