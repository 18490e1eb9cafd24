"""What was handed in: a notebook or a script, read as data and never executed."""

from autograder.submission.model import Chunk, Submission
from autograder.submission.read import read_submission

__all__ = ["Chunk", "Submission", "read_submission"]
