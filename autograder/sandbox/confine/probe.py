"""What this machine gives, found by doing it in a process that is thrown away."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from autograder.sandbox.confine import linux
from autograder.sandbox.confine.policy import EXTRAS, LAYERS, Report

_PACKAGE_ROOT = str(Path(__file__).resolve().parents[3])
_SECONDS = 60
_PROBE = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
from autograder.sandbox import confine
policy = confine.Policy(confine.runtime_folders(), (), 16, 512, 60, 16, 64, 64, None, sys.argv[2])
report = confine.enter(policy, ())
os.write(1, json.dumps(report.layers).encode())
os._exit(0)
"""


def probe() -> Report:
    """Try every layer in a throw-away process.

    Returns:
        What a session would get here; level `none` outside Linux.

    Example:
        >>> probe().level
        'full'
    """
    if not linux.LINUX:
        return Report.of(dict.fromkeys((*LAYERS, *EXTRAS), "refused: not Linux"))
    with tempfile.TemporaryDirectory(prefix="plm-probe-") as scratch:
        command = [sys.executable, "-I", "-c", _PROBE, _PACKAGE_ROOT, scratch]
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
    try:
        layers: dict[str, str] = json.loads(done.stdout)
    except ValueError:
        return Report.of(dict.fromkeys((*LAYERS, *EXTRAS), f"refused: the probe ended with {done.returncode}"))
    return Report.of(layers)
