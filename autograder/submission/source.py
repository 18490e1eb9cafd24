"""Python text of students: parsed without a crash, and IPython's own syntax made harmless with every line in its place."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

from autograder.submission.percent import MARKER


@dataclass(frozen=True)
class Problem:
    """Why a text is no Python: line and message."""

    line: int
    message: str


def parse(source: str) -> ast.Module | Problem:
    """The syntax tree, or what is wrong; never raises, whatever the text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except SyntaxError as error:
            return Problem(error.lineno or 1, error.msg)
        except (ValueError, RecursionError, MemoryError, OverflowError) as error:
            return Problem(1, type(error).__name__)


def parses(source: str) -> bool:
    """Whether a text is Python."""
    return isinstance(parse(source), ast.Module)


OTHER_LANGUAGES = frozenset(
    """! bash sh script system sx cmd powershell html HTML svg SVG javascript js latex markdown perl ruby python python2 python3 pypy
    writefile file sql cython R julia mermaid""".split()
)
_HINT_OF_MAGIC = re.compile(r"[%!?]|^[ \t]*(?:pip3?|conda|mamba|cd|ls|mkdir|pwd)\b", re.MULTILINE)
_CELL_MAGIC = re.compile(r"%%(\S*)")
_LINE_MAGIC = re.compile(
    r"""(?P<indent>[ \t]*+)(?:
        %time[ \t]+(?P<timed>[^-\s].*)
      | (?P<target>[^=\#'"!%]+)=[ \t]*(?P<sign>[!%])[^=].*
      | [%!?].*
      | [\w.]+\?{1,2}[ \t]*
      | (?:pip3?|conda|mamba)[ ]+(?:install|uninstall|list|show|freeze)\b.*
      | (?:cd|ls|mkdir|pwd)(?:[ ]+[\w./~\\-]+)*[ \t]*
    )$""",
    re.VERBOSE,
)
_NEW_STATEMENT = re.compile(r"(?:async[ ]+def|def|class|import|from)\b|@")
_TOKEN = re.compile(r"#.*|\"\"\"|'''|\"(?:\\.|[^\"\\])*\"?|'(?:\\.|[^'\\])*'?|[()\[\]{}]")
_CLOSING = {quotes: re.compile(rf"(?:\\.|[^\\])*?{quotes}") for quotes in ('"""', "'''")}


def without_magics(text: str) -> str:
    """Python for what IPython would take: magics, shell commands and questions become comments, `pass` or empty values.

    The bodies of `%%time`, `%%timeit`, `%%capture` stay, the bodies of `%%bash`, `%%html`, `%%writefile` and their like become comments.
    Text that is Python as it stands comes back unchanged.
    """
    if not _may_have_magics(text) or parses(text):
        return text
    return _Neutraliser().run(text)


def dropped_cell_magic(text: str) -> str | None:
    """The name of the cell magic whose body is not run as Python, if the text begins with one."""
    found = _CELL_MAGIC.match(text.lstrip())
    return found[1] if found and found[1] in OTHER_LANGUAGES else None


def _may_have_magics(text: str) -> bool:
    return _HINT_OF_MAGIC.search(text) is not None


class _Neutraliser:
    """Goes through the lines once, and knows at each whether a statement may begin there."""

    def __init__(self) -> None:
        self._quotes: str | None = None
        self._depth = 0
        self._continued = False
        self._eating = False
        self._dropping = False

    def run(self, text: str) -> str:
        return "\n".join(self._line(line) for line in text.split("\n"))

    def _line(self, line: str) -> str:
        if self._eating or self._dropping:
            if MARKER.match(line) is None:
                self._eating = self._eating and line.endswith("\\")
                return f"# {line}"
            self._eating = self._dropping = False
        if self._quotes is None and _NEW_STATEMENT.match(line):
            self._depth = 0  # an unclosed bracket ends here at the latest
        if self._quotes is None and self._depth <= 0 and not self._continued and (found := _LINE_MAGIC.match(line)):
            return self._magic(line, found)
        self._scan(line)
        return line

    def _magic(self, line: str, found: re.Match[str]) -> str:
        if (cell_magic := _CELL_MAGIC.match(line)) is not None:
            self._dropping = cell_magic[1] in OTHER_LANGUAGES
            return f"# {line}"
        self._eating = line.endswith("\\")
        if found["timed"]:
            self._eating = False
            return f"{found['indent']}{found['timed']}"
        if found["target"]:
            return f"{found['indent']}{found['target']}= {'[]' if found['sign'] == '!' else 'None'}"
        return f"{found['indent']}pass  # {line.strip()}" if found["indent"] else f"# {line}"

    def _scan(self, line: str) -> None:
        position = 0
        self._continued = False
        while position <= len(line):
            pattern = _CLOSING[self._quotes] if self._quotes else _TOKEN
            found = pattern.match(line, position) if self._quotes else pattern.search(line, position)
            if found is None:
                break
            self._take(found.group())
            position = max(found.end(), position + 1)
        self._continued = self._quotes is None and line.endswith("\\")

    def _take(self, token: str) -> None:
        if self._quotes:
            self._quotes = None
        elif token in _CLOSING:
            self._quotes = token
        elif token in "([{":
            self._depth += 1
        elif token in ")]}":
            self._depth -= 1


_FENCE = re.compile(r"[ \t]*(?:```|~~~)[\w ]*$")


def without_fences(text: str) -> str:
    """The code of a markdown cell: what stands between its fences, every line in its place; all of it if there are none."""
    lines = text.split("\n")
    if not any(_FENCE.match(line) for line in lines):
        return text
    kept, inside = [], False
    for line in lines:
        fence = _FENCE.match(line) is not None
        inside ^= fence
        kept.append(line if inside and not fence else "")
    return "\n".join(kept)
