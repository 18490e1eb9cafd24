"""A late policy as an instructor would write one."""

from __future__ import annotations

from nbgrader.plugins import LateSubmissionPlugin


class OnePointADay(LateSubmissionPlugin):  # type: ignore[misc]
    """Takes one point a day."""

    def late_submission_penalty(self, student_id: str, score: float, total_seconds_late: float) -> float:
        """Days late, in points."""
        return total_seconds_late / 86400
