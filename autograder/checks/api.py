"""What check modules import."""

from autograder.checks import expect
from autograder.checks.caller import Reference, Remote, Student
from autograder.checks.failure import UNUSABLE, CheckFailed, NotRun
from autograder.checks.marker import check
from autograder.checks.picture import picture

__all__ = ["UNUSABLE", "CheckFailed", "NotRun", "Reference", "Remote", "Student", "check", "expect", "picture"]
