"""Where student code runs: warm fork server, confinement, wire protocol."""

UNCONFINED = "PLM_UNCONFINED"
"""The environment variable that allows the process's own grader, and the workers it starts, to grade without confinement."""

SPAWN = "PLM_SPAWN"
"""The environment variable that asks for a new process for each session, as where the system has no safe fork."""
