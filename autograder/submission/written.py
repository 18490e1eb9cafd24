"""The written part's text: from its cell, from new cells beside it, or from a string in the code."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.submission.decoding import clean
from autograder.submission.model import Notes
from autograder.submission.percent import MARKER
from autograder.submission.source import parse
from autograder.submission.stub import PLACEHOLDER

_LONGEST = 100_000
_PLACEHOLDERS = (PLACEHOLDER, PLACEHOLDER.strip("*"), "YOUR ANSWER HERE")


@dataclass(frozen=True)
class Literal:
    """A string that code assigns; `exact` if no value had to be left open."""

    text: str
    exact: bool


def answer(text: str) -> str:
    """What a student wrote in the written part's cell: without the placeholder."""
    for placeholder in _PLACEHOLDERS:
        text = text.replace(placeholder, "")
    return text.strip()


def cell_answer(text: str, name: str) -> str:
    """The same, where the cell may hold `ANALYSIS = "..."` in place of plain text."""
    if re.match(rf"\s*{name}\b", text):
        literal = assigned([text], name)
        if literal is not None:
            return answer(literal.text)
    return answer(text)


def joined_answers(parts: Iterable[str]) -> str:
    """The answer made of several cells: each text once, in order."""
    return "\n\n".join(dict.fromkeys(part for part in parts if part))


def exported_answer(text: str, task: str, other_tasks: Iterable[str]) -> str:
    """The written part's text in a script exported from a notebook, where text cells are nameless comments.

    Args:
        text: the script.
        task: the release's text right before the written part; the answer stands behind it.
        other_tasks: the release's other texts; the answer ends where one of them begins.
    """
    lines = text.split("\n")
    plain = [line.removeprefix("#").removeprefix(" ").rstrip() if line.startswith("#") else line for line in lines]
    wanted = [line.rstrip() for line in task.split("\n")]
    ends = {other.split("\n")[0].rstrip() for other in other_tasks}
    starts = (n for n, line in enumerate(plain) if line == wanted[0] and plain[n : n + len(wanted)] == wanted)
    start = next(starts, None)
    if start is None:
        return ""
    found = []
    for line, shown in zip(lines[start + len(wanted) :], plain[start + len(wanted) :], strict=True):
        marker = MARKER.match(line)
        if marker and "markdown" in (marker["rest"] or ""):
            continue
        if marker or shown in ends or (line.strip() and not line.startswith("#")):
            break
        found.append(shown)
    return answer("\n".join(found))


def presentable(text: str, notes: Notes) -> str:
    """A text of a length that can be read, without what no file could hold."""
    text = clean(text)
    if len(text) <= _LONGEST:
        return text
    notes.add(
        f"文字部分太长，只读取前 {_LONGEST} 个字符",
        f"the written part is too long; its first {_LONGEST} characters were read",
    )
    return text[:_LONGEST]


def assigned(sources: Iterable[str], name: str) -> Literal | None:
    """The last non-empty string that module-level code assigns to `name`; None if there is none.

    Args:
        sources: pieces of Python, in the order in which they run; those that cannot be parsed are searched as text.
        name: the variable.
    """
    found: Literal | None = None
    for source in sources:
        if name not in source:
            continue
        tree = parse(source)
        literal = _in_module(tree, name) if isinstance(tree, ast.Module) else _in_broken(source, name)
        if literal is not None and literal.text.strip():
            found = literal
    return found


def _in_module(tree: ast.Module, name: str) -> Literal | None:
    parts: list[Literal] = []
    strings: dict[str, Literal] = {}
    for node in tree.body:
        targets, value = _assignment(node)
        if value is None:
            continue
        try:
            literal = strings.get(value.id) if isinstance(value, ast.Name) else _literal(value)
        except RecursionError:
            literal = None
        if literal is None or not literal.text.strip():
            continue
        if isinstance(node, ast.AugAssign):
            parts += [literal] if name in targets else []
            continue
        strings.update(dict.fromkeys(targets, literal))
        if name in targets:
            parts = [literal]
    return _concatenated(parts) if parts else None


def _assignment(node: ast.stmt) -> tuple[list[str], ast.expr | None]:
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)], node.value
    if isinstance(node, ast.AnnAssign | ast.AugAssign) and isinstance(node.target, ast.Name):
        return [node.target.id], node.value
    return [], None


def _literal(node: ast.expr) -> Literal | None:
    """The string that an expression is, as far as it can be seen without running it."""
    if isinstance(node, ast.Constant):
        return Literal(node.value, True) if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return _concatenated([_f_string_part(part) for part in node.values])
    if isinstance(node, ast.Tuple | ast.List):
        return _all_of(node.elts, "")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _all_of([node.left, node.right], "")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        template = _literal(node.left)
        return Literal(template.text, False) if template else None
    return _call(node) if isinstance(node, ast.Call) else None


def _f_string_part(node: ast.expr) -> Literal:
    if isinstance(node, ast.Constant):
        return Literal(str(node.value), True)
    return Literal("{" + ast.unparse(node.value) + "}" if isinstance(node, ast.FormattedValue) else "", False)


def _all_of(nodes: list[ast.expr], separator: str) -> Literal | None:
    parts = [_literal(node) for node in nodes]
    known = [part for part in parts if part is not None]
    if not known:
        return None
    exact = len(known) == len(parts) and all(part.exact for part in known)
    return Literal(separator.join(part.text for part in known), exact)


def _concatenated(parts: list[Literal]) -> Literal:
    return Literal("".join(part.text for part in parts), all(part.exact for part in parts))


def _call(node: ast.Call) -> Literal | None:
    """`"\\n".join([...])`, `"...".strip()`, `"...".format(...)`, `textwrap.dedent("...")`."""
    function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
    owner = _literal(node.func.value) if isinstance(node.func, ast.Attribute) else None
    first = node.args[0] if node.args else None
    if function in ("dedent", "cleandoc") and first is not None:
        inner = _literal(first)
        return Literal(inspect.cleandoc(inner.text), inner.exact) if inner else None
    if owner is None:
        return None
    if function == "join" and isinstance(first, ast.Tuple | ast.List):
        return _all_of(first.elts, owner.text)
    if function in ("strip", "lstrip", "rstrip"):
        return owner
    return Literal(owner.text, False) if function in ("format", "replace", "format_map") else None


_NEXT_STATEMENT = re.compile(
    r"^(?:(?:async +def|def|class|import) +\w|from +[\w.]+ +import\b|if +__name__|print\(|@\w|#[ \t]*%%)", re.MULTILINE
)


def _in_broken(source: str, name: str) -> Literal | None:
    """The text behind `ANALYSIS =` in code that cannot be parsed, up to what looks like the next statement."""
    start = re.search(rf"^{name}[ \t]*(?::[ \t]*str[ \t]*)?=", source, re.MULTILINE)
    if start is None:
        return None
    rest = source[start.end() :]
    following = _NEXT_STATEMENT.search(rest)
    text = rest[: following.start() if following else None]
    return Literal(re.sub(r"^[\s(（]*[fFrR]{0,2}(?=[\"'“”‘’])", "", text).strip(" \t\n\"'“”‘’()（）"), False)
