"""The course that nbgrader's stock commands work on, with our reading and grading inside them."""
