"""A plain script into pieces: one where it can be parsed, and as many as needed where a broken function must not take the others along."""

from __future__ import annotations

import ast
import re

from autograder.submission.pieces import Asked, Piece
from autograder.submission.source import Problem, parse, parses, without_magics

_BLOCK = re.compile(r"(?!(?:else|elif|except|finally)\b)(?:[^\W\d]|@|#[ \t]*(?:%%|In ?\[))")
_STATEMENT = re.compile(r"(?:async[ \t]+def|def|class|import|from)\b|@|#[ \t]*%%")
_MOST_BROKEN = 200
_LONGEST_STRING = 500
"""Parts (not lines) of a string that is followed to its end."""


def script_pieces(text: str, asked: Asked) -> list[Piece]:
    """The script's pieces in order, each with the number of its first line.

    Args:
        text: the script.
        asked: the functions asked for; a broken block that defines exactly one of them carries its name.
    """
    source = without_magics(text)
    if parses(source):
        return [Piece(None, 1, source)]
    pieces: list[Piece] = []
    good: list[tuple[int, str]] = []
    for line, block, whole in _blocks(source):
        if whole:
            good.append((line, block))
            continue
        pieces += _merged(good)
        good = []
        defined = asked.defined_in(block)
        pieces.append(Piece(next(iter(defined)) if len(defined) == 1 else None, line, block, line))
    return pieces + _merged(good)


def _merged(blocks: list[tuple[int, str]]) -> list[Piece]:
    if not blocks:
        return []
    first = blocks[0][0]
    return [Piece(None, first, "\n".join(block for _, block in blocks), first)]


def _blocks(source: str) -> list[tuple[int, str, bool]]:
    """First line, text and whether it is Python, of each top-level statement or group of statements.

    A block that is only incomplete (an open string or bracket) is tried with the blocks behind it. What that may cost is
    limited by the script's length.
    """
    parts = _parts(source)
    budget = 10 * len(source) + 100_000
    result: list[tuple[int, str, bool]] = []
    index, broken = 0, 0
    while index < len(parts):
        line = parts[index][0]
        if broken > _MOST_BROKEN:
            return [*result, (line, "\n".join(text for _, text in parts[index:]), False)]
        count, spent = _complete(parts, index, budget)
        budget -= spent
        result.append((line, "\n".join(text for _, text in parts[index : index + max(1, count)]), count > 0))
        broken += count == 0
        index += max(1, count)
    return result


def _complete(parts: list[tuple[int, str]], index: int, budget: int) -> tuple[int, int]:
    """How many parts from `index` on make Python together (0 if none do), and the characters parsed to find out."""
    texts, spent = [parts[index][1]], 0
    while True:
        text = "\n".join(texts)
        spent += len(text)
        tree = parse(text)
        if isinstance(tree, ast.Module):
            return len(texts), spent
        more = _continuation(
            tree, [part for _, part in parts[index + len(texts) : index + len(texts) + _LONGEST_STRING]]
        )
        if spent > budget or not more:
            return 0, spent
        texts += more


def _continuation(problem: Problem, following: list[str]) -> list[str]:
    """The parts that may complete a block: for an open string up to the next triple quotes, for an open bracket the next."""
    if "unterminated triple" in problem.message:
        ends = (number for number, part in enumerate(following, 1) if '"""' in part or "'''" in part)
        return following[: next(ends, 0)]
    if "was never closed" in problem.message or "unexpected EOF" in problem.message:
        return [] if not following or _STATEMENT.match(following[0]) else following[:1]
    return []


def _parts(source: str) -> list[tuple[int, str]]:
    """First line and text of the parts: the script is cut before each line that may begin a top-level statement."""
    lines = source.split("\n")
    starts = [0]
    starts += [n for n, line in enumerate(lines) if n and _BLOCK.match(line) and not lines[n - 1].startswith("@")]
    ends = [*starts[1:], len(lines)]
    return [(start + 1, "\n".join(lines[start:end])) for start, end in zip(starts, ends, strict=True)]
