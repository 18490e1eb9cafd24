"""Brings what a learning platform hands out into a course: files are found, students named, and nothing is trusted."""

from autograder.collect.collect import Collected, Outcome, collect

__all__ = ["Collected", "Outcome", "collect"]
