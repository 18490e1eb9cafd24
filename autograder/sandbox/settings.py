"""How sessions are confined when submissions are graded."""

from __future__ import annotations

from autograder.exercise import Exercise
from autograder.sandbox.session import SandboxSettings


def settings_for(exercise: Exercise) -> SandboxSettings:
    """The confinement for one exercise's sessions."""
    return SandboxSettings(policy=None)
