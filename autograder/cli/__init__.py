"""The command line `plm`: binds options and prints; everything else is done elsewhere."""

from autograder.cli.main import app, main

__all__ = ["app", "main"]
