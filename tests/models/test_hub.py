"""Models from a hub: whole, resumed, checked against the hub's own checksums, and one clear line when that fails."""

from __future__ import annotations

import hashlib
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.errors import UsageError
from autograder.models import hub, store
from autograder.models.fetch import fetch
from autograder.models.hub import git_sha1
from autograder.models.registry import Model, registry
from autograder.models.store import State, damaged_files, state_of
from tests.models.small_hub import COMMIT, SmallHub, model_files, serve

FILES = model_files()
WEIGHTS = FILES["model.safetensors"]


@pytest.fixture
def bert() -> Model:
    return registry().model("bert-base-chinese")


@pytest.fixture
def small_hub(bert: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallHub]:
    with serve(SmallHub()) as served:
        served.add(bert.repo, FILES)
        monkeypatch.setenv("HF_ENDPOINT", served.address)
        monkeypatch.setenv("PLM_CACHE", str(tmp_path))
        monkeypatch.setattr(hub, "time", SimpleNamespace(sleep=lambda seconds: None))
        yield served


def came(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != store.MANIFEST}


def test_a_model_arrives_with_every_byte_and_says_where_it_is_from(bert: Model, small_hub: SmallHub) -> None:
    assert state_of(bert) is State.absent
    assert came(fetch(bert)) == FILES
    manifest = store.read_manifest(bert)
    assert manifest is not None
    assert manifest.origin == f"{small_hub.address}/{bert.repo}@{COMMIT}"
    assert manifest.files["model.safetensors"] == (len(WEIGHTS), hashlib.sha256(WEIGHTS).hexdigest())
    assert state_of(bert, thorough=True) is State.ready


def test_all_files_are_of_the_revision_that_the_first_answer_named(bert: Model, small_hub: SmallHub) -> None:
    fetch(bert)
    revisions = [path.split("/resolve/")[1].split("/")[0] for _, path, _ in small_hub.asked if "/resolve/" in path]
    assert set(revisions[1:]) == {COMMIT}


def test_a_connection_that_breaks_is_taken_up_where_it_broke(bert: Model, small_hub: SmallHub) -> None:
    small_hub.cut = [70_000, 50_000]
    assert came(fetch(bert)) == FILES
    assert small_hub.ranges() == ["bytes=0-", "bytes=70000-", "bytes=120000-"]


def test_a_transfer_that_was_given_up_goes_on_in_the_next_run(bert: Model, small_hub: SmallHub) -> None:
    small_hub.cut = [80_000, *[0] * 5]
    with pytest.raises(UsageError, match=r"broke off \(RemoteProtocolError\); 0\.1 MB have come and are kept"):
        fetch(bert)
    assert state_of(bert) is State.partial
    assert came(fetch(bert)) == FILES
    assert small_hub.ranges()[-1] == "bytes=80000-"
    assert state_of(bert, thorough=True) is State.ready


def test_a_hub_that_knows_no_ranges_sends_the_whole_file_again(bert: Model, small_hub: SmallHub) -> None:
    small_hub.cut, small_hub.knows_ranges = [70_000], False
    assert came(fetch(bert)) == FILES


def test_progress_counts_every_byte_of_every_file(bert: Model, small_hub: SmallHub) -> None:
    small_hub.cut = [70_000]
    seen: dict[str, int] = {}
    fetch(bert, None, lambda name, came, size: seen.update({name: came}))
    assert seen == {f"{bert.name}/{name}": len(content) for name, content in FILES.items()}


def test_a_file_that_changed_on_the_way_is_asked_for_again(bert: Model, small_hub: SmallHub) -> None:
    small_hub.spoilt = 1
    assert came(fetch(bert)) == FILES
    assert small_hub.ranges() == ["bytes=0-", "bytes=0-"]


def test_a_hub_that_contradicts_its_own_checksum_is_refused(bert: Model, small_hub: SmallHub) -> None:
    small_hub.spoilt = 2
    with pytest.raises(UsageError, match=r"model\.safetensors .* does not match its own checksum"):
        fetch(bert)
    assert state_of(bert) is State.partial


@pytest.mark.parametrize("damage", ["cut short", "one bit", "gone"])
def test_a_file_that_was_damaged_here_is_found_and_alone_is_brought_again(
    damage: str, bert: Model, small_hub: SmallHub
) -> None:
    weights = fetch(bert) / "model.safetensors"
    if damage == "gone":
        weights.unlink()
    else:
        weights.write_bytes(WEIGHTS[:-1] + (bytes([WEIGHTS[-1] ^ 1]) if damage == "one bit" else b""))
    assert damaged_files(bert) == ["model.safetensors"]
    assert state_of(bert, thorough=True) is State.damaged
    small_hub.asked.clear()
    assert came(fetch(bert)) == FILES
    brought = [path for method, path, _ in small_hub.asked if method == "GET"]
    assert len(brought) == 2  # the hub's answer for the weights, and where it sends on to
    assert state_of(bert, thorough=True) is State.ready


def test_a_folder_that_nobody_finished_is_looked_through_and_kept_where_it_is_right(
    bert: Model, small_hub: SmallHub
) -> None:
    (fetch(bert) / store.MANIFEST).unlink()
    assert state_of(bert) is State.damaged
    small_hub.asked.clear()
    fetch(bert)
    assert [method for method, _, _ in small_hub.asked if method == "GET"] == []


def test_a_hub_that_cannot_be_reached_is_named(
    bert: Model, small_hub: SmallHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        monkeypatch.setenv("HF_ENDPOINT", address)
        with pytest.raises(UsageError, match=f"{address} cannot be reached; connect to the network, set HF_ENDPOINT"):
            fetch(bert)


def test_a_hub_without_the_model_is_named_with_its_answer(bert: Model, small_hub: SmallHub) -> None:
    small_hub.files.clear()
    with pytest.raises(UsageError, match=f"answered 404 for {bert.repo}"):
        fetch(bert)


def test_a_page_that_is_no_hub_is_said_to_be_none(
    bert: Model, small_hub: SmallHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Nothing:
        commit_hash = etag = size = None

    monkeypatch.setattr(hub, "get_hf_file_metadata", lambda *arguments, **options: Nothing())
    with pytest.raises(UsageError, match="does not answer as a hub does; check HF_ENDPOINT"):
        fetch(bert)


def test_an_address_without_its_beginning_is_refused(bert: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "mirror.example")
    with pytest.raises(UsageError, match=r"HF_ENDPOINT: 'mirror\.example' is no address; begin it with https://"):
        hub.endpoint()


def test_two_processes_do_not_fetch_the_same_model_at_once(bert: Model, small_hub: SmallHub) -> None:
    with store.alone_with(bert), pytest.raises(UsageError, match="another process is fetching it"):
        fetch(bert)
    assert came(fetch(bert)) == FILES


def test_a_full_disk_is_said_to_be_full(bert: Model, small_hub: SmallHub, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(hub, "http_stream_backoff", full)
    with pytest.raises(UsageError, match=r"No space left on device.*PLM_CACHE"):
        fetch(bert)


def test_gits_name_of_a_file_is_gits(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"hello\n")
    assert git_sha1(path) == "ce013625030ba8dba906f756967f9e9ca394464a"  # printf 'hello\n' | git hash-object --stdin
