"""The same Records from a cluster, with a worker killed in mid-class."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.batch import grade_course
from autograder.cluster import grade_bytes, on_cluster
from autograder.errors import UsageError
from autograder.exercise import load
from autograder.grade import Grader
from autograder.intake import Submitted
from autograder.record import Record

distributed = pytest.importorskip("distributed")
cloudpickle = pytest.importorskip("cloudpickle")
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import a test's module
COUNT = 24


def stand_in(content: bytes, name: str, slug: str) -> dict[str, Any]:
    """Grade without running anything: the Record is a function of the bytes, as the real one's."""
    time.sleep(0.02)
    marker = Path(content.decode()) if content.startswith(b"/") else None
    if marker is not None and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    digest = hashlib.sha256(content).hexdigest()
    return Record(slug, name, digest, load(slug).key, "graded", None, {}, None, {}, 0.0).to_json()


def refused(submitted: Submitted, reason: str) -> Record:
    return Record(submitted.slug, submitted.name, "", "", "error", reason, {}, None, {}, 0.0)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def submissions(tmp_path: Path) -> list[Submitted]:
    made = []
    for number in range(COUNT):
        path = tmp_path / "submitted" / f"s{number:02d}" / "polysemy" / "polysemy.py"
        path.parent.mkdir(parents=True)
        path.write_text(f"x = {number}\n", encoding="utf-8")
        made.append(Submitted(tmp_path, f"s{number:02d}", "polysemy", path))
    return made


def records(scheduler: str, submissions: list[Submitted]) -> dict[str, Record]:
    found = on_cluster(scheduler, submissions, refused, stand_in)
    return {submitted.student: record for submitted, record in found}


def test_every_submission_comes_back_with_its_own_record(scheduler: str, submissions: list[Submitted]) -> None:
    found = records(scheduler, submissions)
    assert found.keys() == {submitted.student for submitted in submissions}
    for submitted in submissions:
        assert found[submitted.student].sha256 == hashlib.sha256(submitted.path.read_bytes()).hexdigest()


def test_a_worker_that_is_killed_costs_nothing_but_time(
    scheduler: str, submissions: list[Submitted], tmp_path: Path
) -> None:
    submissions[5].path.write_text(str(tmp_path / "killed-once"), encoding="utf-8")
    found = records(scheduler, submissions)
    assert (tmp_path / "killed-once").exists()
    assert len(found) == COUNT
    assert not [record.error for record in found.values() if record.error]


def test_a_worker_with_another_version_of_the_exercise_is_refused(
    scheduler: str, submissions: list[Submitted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.exercise._package_versions", lambda: "other")
    found = records(scheduler, submissions[:2])
    assert all("another version" in (record.error or "") for record in found.values())


def test_a_scheduler_that_is_not_there_is_one_clear_line(
    submissions: list[Submitted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.cluster._SECONDS_TO_CONNECT", 1)
    with pytest.raises(UsageError, match="cannot be reached"):
        records("tcp://127.0.0.1:1", submissions)


def fails(content: bytes, name: str, slug: str) -> dict[str, Any]:
    if content == b"x = 1\n":
        raise ValueError("no such file on this worker")
    return stand_in(content, name, slug)


def test_a_task_that_fails_again_and_again_is_lost_and_the_others_are_not(
    scheduler: str, submissions: list[Submitted]
) -> None:
    found = {one.student: record for one, record in on_cluster(scheduler, submissions[:4], refused, fails)}
    errors = {student: record.error for student, record in found.items() if record.error}
    assert errors == {"s01": "on the cluster: ValueError: no such file on this worker"}
    assert len(found) == 4


def test_the_task_is_grading_with_the_process_own_grader(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.warm._shared", grader)
    source = b"def parse_marked(marked):\n    return marked\n"
    record = Record.from_json(grade_bytes(source, "li/polysemy/polysemy.py", "polysemy"))
    assert (record.submission, record.status, record.error) == ("li/polysemy/polysemy.py", "graded", None)
    assert record.sha256 == hashlib.sha256(source).hexdigest()


def test_without_dask_it_is_said_what_to_install(submissions: list[Submitted], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r'pip install "plm-exercises\[cluster\]"'):
        records("tcp://127.0.0.1:1", submissions)


def test_a_class_is_graded_by_the_clusters_workers_where_one_is_named(
    submissions: list[Submitted], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nearby(address: str, waiting: list[Submitted], lost: Any) -> Iterator[tuple[Submitted, Record]]:
        assert address == "tcp://there:8786"
        yield from ((one, lost(one, "the cluster burnt down")) for one in waiting)

    monkeypatch.setattr("autograder.batch.on_cluster", nearby)
    graded = list(grade_course(submissions[:2], scheduler="tcp://there:8786"))
    assert [(one.fresh, one.record.error) for one in graded] == [(True, "the cluster burnt down")] * 2
