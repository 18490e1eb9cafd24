"""A bundled sample class: right, partly right, wrong, hostile and broken submissions, made from the exercise's own files."""

from autograder.demo.sample import Handed, sample_class

__all__ = ["Handed", "sample_class"]
