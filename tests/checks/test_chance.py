"""Numbers for the arguments of checks are the same whatever the processor can do."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import torch

from autograder.checks.chance import normal

CODE = "from autograder.checks.chance import normal; print(normal(7, 50, 3).numpy().tobytes().hex())"


@pytest.mark.parametrize("capability", ["default", "avx2"])
def test_the_numbers_do_not_depend_on_the_processor(capability: str) -> None:
    environment = {**os.environ, "ATEN_CPU_CAPABILITY": capability}
    there = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, check=True, text=True)
    assert there.stdout.strip() == normal(7, 50, 3).numpy().tobytes().hex()


def test_they_are_normal_and_scaled_and_have_the_shape() -> None:
    drawn = normal(0, 200, 500, scale=3.0)
    assert (drawn.shape, drawn.dtype) == ((200, 500), torch.float32)
    assert drawn.mean().item() == pytest.approx(0, abs=0.06)
    assert drawn.std().item() == pytest.approx(3, abs=0.05)
    assert normal(0).shape == ()
