"""The cells that draw or try something run in a fresh process once the functions are written, and their figures can be read."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib.font_manager import fontManager

from autograder.exercise import Exercise, load, slugs
from autograder.notebook import source_notebook

SAVES_FIGURES = """
import matplotlib.pyplot as plt

def _save(*args, **kwargs):
    for number in plt.get_fignums():
        plt.figure(number).savefig(f"figure-{number}.png", dpi=80)

plt.show = _save
"""
"""Saving draws, which `plt.show` does not do without a screen; only then does matplotlib look for each character's glyph."""
SHORTENED = {"finetune": ("= 16, 5e-3, 24", "= 1, 5e-3, 24", 2)}
"""Where the cells train: one epoch instead of sixteen draws the same figures, in the notebook's own settings and the reference's."""
HANZI = {"Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "SimHei"}


def drawing(exercise: Exercise) -> str:
    """The notebook's code with the reference's functions in it and drawing switched on."""
    cells = source_notebook(exercise).cells
    code = [cell.source for cell in cells if cell.cell_type == "code" and not cell.id.startswith("check-")]
    text, switched = re.subn(r"^DRAW = False$", "DRAW = True", "\n\n".join(code), flags=re.MULTILINE)
    assert switched == 1
    if exercise.slug in SHORTENED:
        long, short, times = SHORTENED[exercise.slug]
        assert text.count(long) == times
        text = text.replace(long, short)
    return SAVES_FIGURES + text


@pytest.mark.timeout(600)
@pytest.mark.parametrize("slug", slugs())
def test_the_free_cells_draw_readable_figures(slug: str, tmp_path: Path) -> None:
    exercise = load(slug)
    if (exercise.folder / "data").is_dir():
        shutil.copytree(exercise.folder / "data", tmp_path / "data")
    script = tmp_path / f"{slug}.py"
    script.write_text(drawing(exercise), encoding="utf-8")
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert list(tmp_path.glob("figure-*.png"))
    if HANZI & {font.name for font in fontManager.ttflist}:
        assert "missing from" not in done.stderr
        assert "findfont" not in done.stderr
