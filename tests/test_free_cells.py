"""The cells that draw or try something run once the functions are written, with their own names only, and their figures can be read."""

from __future__ import annotations

import multiprocessing
import os
import re
import runpy
import shutil
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
SECONDS = 300


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


def run_as_main(script: Path) -> None:
    """Run a script in its own folder; what it prints and how it fails is left beside it."""
    os.chdir(script.parent)
    said = os.open("said.txt", os.O_WRONLY | os.O_CREAT)
    os.dup2(said, 1)
    os.dup2(said, 2)
    os.environ["MPLBACKEND"] = "Agg"
    runpy.run_path(str(script), run_name="__main__")


@pytest.mark.xdist_group("free cells")  # one process brings torch for all of them
@pytest.mark.timeout(2 * SECONDS)
@pytest.mark.parametrize("slug", slugs())
def test_the_free_cells_draw_readable_figures(slug: str, tmp_path: Path) -> None:
    exercise = load(slug)
    if (exercise.folder / "data").is_dir():
        shutil.copytree(exercise.folder / "data", tmp_path / "data")
    script = tmp_path / f"{slug}.py"
    script.write_text(drawing(exercise), encoding="utf-8")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["datasets", "matplotlib.pyplot", "transformers.trainer"])
    process = context.Process(target=run_as_main, args=(script,))
    process.start()
    process.join(SECONDS)
    said = (tmp_path / "said.txt").read_text(encoding="utf-8")
    assert process.exitcode == 0, said[-2000:]
    assert list(tmp_path.glob("figure-*.png"))
    if HANZI & {font.name for font in fontManager.ttflist}:
        assert "missing from" not in said
        assert "findfont" not in said
