"""Rubric scoring of the written part."""

from autograder.written.scoring import score_written

__all__ = ["score_written"]
