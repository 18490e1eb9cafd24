"""Models from a folder on this machine: found under each of its names, refused unless whole and the right one."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.errors import UsageError
from autograder.models import store
from autograder.models.local import adopt
from autograder.models.registry import Model, registry
from autograder.models.store import State, state_of
from tests.models.small_hub import COMMIT, model_files

FILES = model_files(numbers=10)


@pytest.fixture
def gpt2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Model:
    monkeypatch.setenv("PLM_CACHE", str(tmp_path / "cache"))
    return registry().model("gpt2")


def put(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


@pytest.mark.parametrize(
    "place", ["", "gpt2", "openai-community/gpt2", f"models--openai-community--gpt2/snapshots/{COMMIT}"]
)
def test_a_model_is_found_in_its_own_folder_by_its_names_and_in_a_hubs_cache(
    place: str, gpt2: Model, tmp_path: Path
) -> None:
    put(tmp_path / "usb" / place, {**model_files("gpt2", 10), "notes.txt": b"not part of it"})
    folder = adopt(gpt2, tmp_path / "usb")
    assert sorted(p.name for p in folder.iterdir()) == sorted([*FILES, store.MANIFEST])
    assert (folder / "model.safetensors").read_bytes() == FILES["model.safetensors"]
    assert state_of(gpt2, thorough=True) is State.ready


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"model.safetensors": None}, r"model\.safetensors missing"),
        ({"model.safetensors": FILES["model.safetensors"][:-1]}, "is damaged"),
        ({"config.json": b"{"}, "is no model's configuration"),
        ({"config.json": b'{"model_type": "bert"}'}, "is a bert model, and gpt2 a gpt2 one"),
        ({"config.json": None}, "holds no gpt2"),
    ],
)
def test_what_is_not_whole_or_another_model_is_refused_and_nothing_is_left(
    change: dict[str, bytes | None], said: str, gpt2: Model, tmp_path: Path
) -> None:
    files = {**model_files("gpt2", 10), **change}
    put(tmp_path / "usb", {name: content for name, content in files.items() if content is not None})
    with pytest.raises(UsageError, match=said):
        adopt(gpt2, tmp_path / "usb")
    assert state_of(gpt2) is State.absent
