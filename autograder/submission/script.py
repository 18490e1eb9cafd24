"""A plain script into pieces: one where it can be parsed, and as many as needed where a broken function must not take the others along."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from autograder.submission.decoding import clean
from autograder.submission.pieces import Asked, Piece
from autograder.submission.source import OTHER_LANGUAGES, Problem, parse, without_magics

_BLOCK = re.compile(r"(?!(?:else|elif|except|finally)\b)(?:[^\W\d]|@|#[ \t]*(?:%%|In ?\[))")
_STATEMENT = re.compile(r"(?:async[ \t]+def|def|class|import|from)\b|@|#[ \t]*%%")
_MOST_BROKEN = 200
_MOST_CELLS = 200
_LONGEST_STRING = 500
"""Parts (not lines) of a string that is followed to its end."""


def script_pieces(text: str, asked: Asked) -> list[Piece]:
    """The script's pieces in order, each with the number of its first line.

    Args:
        text: the script.
        asked: the functions asked for; a broken block that defines exactly one of them carries its name.
    """
    source = without_magics(text)
    whole = Piece(None, 1, source)
    pieces = [whole] if whole.parsable else _by_block(source, asked)
    return [part for piece in pieces for part in _unpacked(piece)]


def _unpacked(piece: Piece) -> list[Piece]:
    """A piece cut at the cells that an export turned into `get_ipython().run_cell_magic("time", "", "the cell's text")`."""
    lines, done = piece.text.split("\n"), 0
    parts: list[Piece] = []
    for statement in piece.statements:
        body = _magic_body(statement)
        if body is None or statement.lineno <= done or len(parts) >= 2 * _MOST_CELLS:
            continue
        parts.append(_slice(piece, lines, done, statement.lineno - 1))
        line = piece.first_line + statement.lineno - 1
        parts.append(Piece(None, line, without_magics(body), line, f", cell in line {line}"))
        done = statement.end_lineno or statement.lineno
    return [*parts, _slice(piece, lines, done, len(lines))] if parts else [piece]


def _slice(piece: Piece, lines: list[str], start: int, end: int) -> Piece:
    return replace(piece, text="\n".join(lines[start:end]), first_line=piece.first_line + start)


def _magic_body(statement: ast.stmt) -> str | None:
    """The text of a cell in Python that `run_cell_magic` is called with; None for any other statement."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "run_cell_magic":
        return None
    arguments = [argument.value if isinstance(argument, ast.Constant) else None for argument in call.args]
    if len(arguments) != 3 or arguments[0] in OTHER_LANGUAGES:
        return None
    return clean(arguments[2]) if isinstance(arguments[2], str) else None


def _by_block(source: str, asked: Asked) -> list[Piece]:
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
