"""Auto-graded exercises for a chapter on pretrained language models."""

__version__ = "0.1.0"
