"""What check modules import."""

from autograder.checks import expect
from autograder.checks.caller import Reference, Remote, Student
from autograder.checks.failure import CheckFailed, NotRun
from autograder.checks.marker import check
from autograder.checks.picture import picture

__all__ = ["CheckFailed", "NotRun", "Reference", "Remote", "Student", "check", "expect", "picture"]
