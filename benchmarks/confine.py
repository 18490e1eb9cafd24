"""How long a session takes from fork to ready, with and without layers, and what of it is the forks alone.

Run it as `python benchmarks/confine.py [ROUNDS]`. All rows are measured in one run, one round of each after the other, so that whatever
else the machine does falls on all of them alike. Wall-clock milliseconds until the child says that it is ready, and processor
milliseconds of everything from fork to reaped.
"""

from __future__ import annotations

import gc
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from autograder.sandbox.session import ENVIRONMENT

os.environ.update(ENVIRONMENT)

from autograder.sandbox.confine import LAYERS, Policy, enter, fold_memory, prepare
from autograder.sandbox.policy import session_policy

_NAMESPACES = {"user", "pid", "mount", "net", "ipc", "uts", "rootfs"}


def main(rounds: int) -> None:
    """Print one table for the server as it is and one for the server with its memory folded."""
    import datasets  # noqa: F401
    import torch
    from transformers import Trainer  # noqa: F401

    torch.set_num_threads(1)
    gc.collect()
    gc.freeze()
    policy = session_policy({"memory_mb": 1024, "submission_seconds": 90, "folder": None})
    prepare(policy)
    _table("memory as it is", policy, rounds)
    _table(f"{fold_memory()} MB folded into huge pages", policy, rounds)


def _table(title: str, policy: Policy, rounds: int) -> None:
    layers = frozenset(LAYERS)
    rows: dict[str, Callable[[int], object]] = {
        "fork alone": lambda ready: None,
        "no layer (two forks)": _entering(replace(policy, layers=frozenset())),
        "without namespaces": _entering(replace(policy, layers=layers - _NAMESPACES)),
        "all layers": _entering(replace(policy, layers=layers)),
        "all layers and cgroup": _entering(policy),
    }
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in rows}
    for _ in range(rounds):
        for name, body in rows.items():
            measured[name].append(_once(body))
    print(f"\n{title}, medians of {rounds}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for name, pairs in measured.items():
        wall, processor = (statistics.median(column) for column in zip(*pairs, strict=True))
        fastest = min(wall for wall, _ in pairs)
        print(f"  {name:24} {wall:6.1f} ms to ready (fastest {fastest:5.1f}), {processor:6.1f} ms of processor")


def _entering(policy: Policy) -> Callable[[int], object]:
    return lambda ready: enter(policy, (ready,))


def _once(body: Callable[[int], object]) -> tuple[float, float]:
    reading, writing = os.pipe()
    before, start = _processor(), time.perf_counter()
    pid = os.fork()
    if pid == 0:
        try:
            body(writing)
            os.write(writing, b"r")
        finally:
            os._exit(0)
    os.close(writing)
    said = os.read(reading, 1)
    wall = time.perf_counter() - start
    os.close(reading)
    os.waitpid(pid, 0)
    if said != b"r":
        raise RuntimeError("the session did not come up")
    return wall * 1000, (_processor() - before) * 1000


def _processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
