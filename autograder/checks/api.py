"""What check modules import."""

from autograder.checks import expect
from autograder.checks.caller import Reference, Remote, Student
from autograder.checks.failure import CheckFailed
from autograder.checks.marker import check

__all__ = ["CheckFailed", "Reference", "Remote", "Student", "check", "expect"]
