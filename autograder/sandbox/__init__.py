"""Where student code runs: warm fork server, confinement, wire protocol."""

UNCONFINED = "PLM_UNCONFINED"
"""The environment variable that allows the process's own grader, and the workers it starts, to grade without confinement."""
