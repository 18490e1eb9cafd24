"""A notebook's JSON as a list of cells; whatever is in it is looked at, nothing is believed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from autograder.submission.decoding import clean
from autograder.submission.model import Notes, Unreadable

_LARGE = 2 * 2**20
_TOO_LARGE = 32 * 2**20
_OUTPUTS = re.compile(r'^(?P<indent>[ \t]*+)"outputs": \[\n', re.MULTILINE)
_BASE64 = re.compile(r'"[A-Za-z0-9+/=]{2000,}+(?:\\n[A-Za-z0-9+/=]*+)*+"')


@dataclass(frozen=True)
class RawCell:
    """One cell: its place in the notebook (from 1), kind (`code`, `markdown`, `raw`), text, and all ids that it carries."""

    place: int
    kind: str
    source: str
    ids: tuple[str, ...]


def notebook_cells(text: str, notes: Notes) -> list[RawCell]:
    """Read a notebook of nbformat 3 or 4.

    Args:
        text: the file's text.
        notes: where oddities are noted.

    Raises:
        Unreadable: if the text is no JSON or no notebook.
    """
    data = _json(_thinned(text), notes)
    lists = [data.get("cells")] if isinstance(data, dict) else []
    if isinstance(data, dict) and isinstance(data.get("worksheets"), list):
        lists += [sheet.get("cells") for sheet in data["worksheets"] if isinstance(sheet, dict)]
        notes.add(
            "笔记本是旧格式（nbformat 3），已按新格式读取",
            "the notebook has an old format (nbformat 3); it was read as a new one",
        )
    found = [cells for cells in lists if isinstance(cells, list)]
    if not found:
        raise Unreadable(
            "文件是 JSON，但不是笔记本：里面没有单元格", "the file is JSON but no notebook: it has no cells"
        )
    everything = [cell for cells in found for cell in cells]
    return [_cell(place, cell) for place, cell in enumerate(everything, 1) if isinstance(cell, dict)]


def _thinned(text: str) -> str:
    """A large notebook without its outputs and images, line by line as it was, so that reading costs what cells cost.

    Raises:
        Unreadable: if it is still too large.
    """
    if len(text) > _LARGE:
        text = _BASE64.sub('""', _without_outputs(text))
    if len(text) > _TOO_LARGE:
        raise Unreadable(
            "笔记本太大；请清除所有输出，保存后再提交",
            "the notebook is too large: clear all outputs, save it and hand it in again",
        )
    return text


def _without_outputs(text: str) -> str:
    """Empty the lists of outputs in a notebook that is laid out line by line: such a list ends at its own indentation."""
    parts, done = [], 0
    for found in _OUTPUTS.finditer(text):
        if found.start() < done:
            continue
        end = text.find(f"\n{found['indent']}]", found.end() - 1)
        if end < 0:
            break
        parts += [text[done : found.end() - 1], "\n" * text.count("\n", found.end() - 1, end)]
        done = end
    return "".join([*parts, text[done:]])


def _json(text: str, notes: Notes) -> Any:
    doubled: set[str] = set()

    def lean(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        entries = dict(pairs)
        if len(entries) != len(pairs):
            doubled.update(key for key in ("cells", "source", "metadata") if [k for k, _ in pairs].count(key) > 1)
        entries.pop("outputs", None)  # the largest part of a notebook, and never looked at
        return entries

    # Numbers decide nothing here; as floats even one of a million digits costs little.
    decoder = json.JSONDecoder(object_pairs_hook=lean, parse_int=float, strict=False)
    start = re.search(r"\S", text)
    try:
        data, end = decoder.raw_decode(text, start.start() if start else 0)
    except json.JSONDecodeError as error:
        raise _no_json(text, error) from None
    except RecursionError:
        raise Unreadable("文件的 JSON 嵌套过深，无法读取", "the file's JSON is nested too deeply to be read") from None
    if re.compile(r"\S").search(text, end):
        notes.add("笔记本结束之后还有内容，已忽略", "there is more text after the notebook's end; it was ignored")
    if doubled:
        notes.add(
            "笔记本里有重复的字段，以最后一个为准", "the notebook has fields that occur twice; the last one counts"
        )
    return data


def _no_json(text: str, error: json.JSONDecodeError) -> Unreadable:
    place_zh, place_en = f"第 {error.lineno} 行第 {error.colno} 列", f"line {error.lineno}, column {error.colno}"
    if error.doc[error.pos : error.pos + 7] in ("<<<<<<<", "=======", ">>>>>>>"):
        return Unreadable(
            f"笔记本里有 Git 合并冲突的标记（{place_zh}）；请解决冲突后再提交",
            f"the notebook has marks of a Git merge conflict ({place_en}): resolve it and hand in again",
        )
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return Unreadable(
            f"笔记本不完整：文件在{place_zh}处中断，可能没有上传完；请重新提交",
            f"the notebook is cut off at {place_en}: perhaps the upload was not finished; hand it in again",
        )
    return Unreadable(
        f"笔记本不是有效的 JSON（{place_zh}）；请在 Jupyter 中打开、保存，再重新提交",
        f"the notebook is not valid JSON ({place_en}: {error.msg}): open it in Jupyter, save it and hand it in again",
    )


def _cell(place: int, cell: dict[str, Any]) -> RawCell:
    kind = cell.get("cell_type")
    source = cell.get("source", cell.get("input", ""))
    return RawCell(place, kind if kind in ("code", "markdown", "raw") else "markdown", _joined(source), _ids(cell))


def _joined(source: Any) -> str:
    """A cell's text: a string, or a list of lines with or without their line ends."""
    if isinstance(source, str):
        return clean(source)
    if not isinstance(source, list):
        return ""
    lines = [line for line in source if isinstance(line, str)]
    ended = any(line.endswith(("\n", "\r")) for line in lines)
    return clean(("" if ended else "\n").join(lines))


def _ids(cell: dict[str, Any]) -> tuple[str, ...]:
    """The ids under which the release may know a cell: nbgrader's, the stub's, the cell's own, Colab's."""
    metadata = cell.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    nbgrader = metadata.get("nbgrader")
    nbgrader = nbgrader if isinstance(nbgrader, dict) else {}
    found = (nbgrader.get("grade_id"), metadata.get("plm"), cell.get("id"), metadata.get("id"))
    return tuple(value for value in found if isinstance(value, str))
