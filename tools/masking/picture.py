"""The page's picture: for each objective, who sees whom on one short text."""

from __future__ import annotations

import io

import matplotlib
import torch
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from torch import Tensor

from tools.masking.measures import Page
from tools.masking.objectives import Draw

PANELS = {
    "causal": "causal LM (GPT)",
    "permutation": "permutation (XLNet), whole order",
    "permutation-end": "permutation (XLNet), last sixth",
    "mlm": "MLM (BERT)",
    "spans": "spans (SpanBERT)",
    "electra-discriminator": "replaced tokens (ELECTRA)",
    "unilm-left-to-right": "UniLM, left-to-right",
    "unilm-right-to-left": "UniLM, right-to-left",
    "unilm-seq2seq": "UniLM, seq2seq",
}
NOT_SEEN, ATTENDED, SEEN, HOLE = range(4)
COLOURS = ("#ffffff", "#dbe6f3", "#2166ac", "#f4a582")
LEGEND = (
    "not attended to",
    "attended to by a token that is not predicted",
    "seen by a prediction",
    "attended to, but a hole: not the original token",
)
SHOWN = 12
"""Tokens of the text that are drawn; 2 of 12 are a sixth."""
SEED = 365
"""A seed whose draws on so short a text show what is typical: holes in both halves, a span of several tokens."""


def grid(draw: Draw, length: int) -> Tensor:
    """Who sees whom in a draw, without the special tokens.

    Args:
        draw: of an objective.
        length: number of tokens n of the text.

    Returns:
        Long `(n, n)`: rows look. A row that is predicted has `SEEN` where it uses the original, `HOLE` where it attends to something else;
        any other has `ATTENDED`.
    """
    cells = draw[0].attention[1:-1, 1:-1].long()
    for case in draw:
        for target, seen in zip(case.targets, case.seen(), strict=True):
            attended = case.attention[target, 1 : length + 1]
            row = torch.where(attended, HOLE, NOT_SEEN)
            cells[target - 1] = torch.where(seen[1:-1], SEEN, row)
            if bool(case.inputs[target] == case.ids[target]) and bool(attended[target - 1]):
                cells[target - 1, target - 1] = SEEN
    return cells


def picture() -> bytes:
    """The picture as a PNG."""
    page = Page(SEED)
    with matplotlib.rc_context({"font.size": 8}):
        figure = Figure(figsize=(9, 9.6), layout="constrained")
        for axis, (objective, title) in zip(figure.subplots(3, 3).flat, PANELS.items(), strict=True):
            ids = torch.cat([page.texts[0][: SHOWN + 1], page.texts[0][-1:]])
            [draw] = page.maker().draws(objective, ids, 1)
            _panel(axis, grid(draw, SHOWN), title)
        handles = [Patch(facecolor=c, edgecolor="0.6", label=name) for c, name in zip(COLOURS, LEGEND, strict=True)]
        figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False)
        target = io.BytesIO()
        figure.savefig(target, format="png", dpi=90, metadata={"Software": None})
    return target.getvalue()


def _panel(axis: Axes, cells: Tensor, title: str) -> None:
    axis.imshow(cells.numpy(), cmap=ListedColormap(COLOURS), vmin=0, vmax=len(COLOURS) - 1)
    axis.set_title(title)
    places = range(len(cells))
    axis.set_xticks(places, [str(i + 1) for i in places])
    axis.set_yticks(places, [str(i + 1) for i in places])
    axis.set_xticks([i - 0.5 for i in places], minor=True)
    axis.set_yticks([i - 0.5 for i in places], minor=True)
    axis.grid(which="minor", color="0.8", linewidth=0.5)
    axis.tick_params(length=0, which="both")
