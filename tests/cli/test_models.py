"""`plm models`: what is listed, fetched and shown, in two languages and as JSON; killed in the midst, it goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.models.small_hub import SmallHub, model_files, serve

FILES = model_files()
REPO = "google-bert/bert-base-chinese"
NAME = "bert-base-chinese"
STALL = 100_000


@pytest.fixture
def small_hub() -> Iterator[SmallHub]:
    with serve(SmallHub()) as hub:
        hub.add(REPO, FILES)
        yield hub


def command(folder: Path, *arguments: str | Path, hub: str = "http://127.0.0.1:9") -> dict[str, object]:
    environment = {**os.environ, "PLM_CACHE": str(folder), "HF_ENDPOINT": hub, "PLM_LANG": "en"}
    words = [sys.executable, "-m", "autograder", "models", *map(str, arguments)]
    return {"args": words, "env": environment, "encoding": "utf-8"}


def plm(folder: Path, *arguments: str | Path, hub: str = "http://127.0.0.1:9") -> subprocess.CompletedProcess[str]:
    options = command(folder, *arguments, hub=hub)
    return subprocess.run(**options, capture_output=True, timeout=120, check=False)  # type: ignore[call-overload, no-any-return]


def test_the_list_names_every_role_in_every_profile(tmp_path: Path) -> None:
    listed = json.loads(plm(tmp_path, "list", "--json").stdout)
    assert listed["roles"]["encoder-zh"] == {"tiny": "bert-zh", "small": "e5-small", "hub": NAME}
    assert {model["name"]: model["state"] for model in listed["models"]}["bert-zh"] == "shipped"
    shown = plm(tmp_path, "list", "--profile", "hub", "--lang", "zh").stdout
    assert "未取" in shown
    assert "bert-base-chinese" in shown


def test_a_shipped_models_card_is_shown(tmp_path: Path) -> None:
    done = plm(tmp_path, "show", "bert-zh", "--lang", "en")
    assert done.returncode == 0
    assert "licence: see its card" in done.stdout
    assert "## Held-out results" in done.stdout


def test_a_fetch_that_was_killed_goes_on_where_it_was(small_hub: SmallHub, tmp_path: Path) -> None:
    small_hub.stall = STALL
    part = tmp_path / "models" / f".{NAME}.part"
    with subprocess.Popen(**command(tmp_path, "fetch", NAME, hub=small_hub.address)) as going:  # type: ignore[call-overload]
        while not any(path.stat().st_size >= STALL for path in part.glob("model.safetensors.*")):
            assert going.poll() is None
            time.sleep(0.05)
        going.kill()
    listed = json.loads(plm(tmp_path, "show", NAME, "--json").stdout)
    assert (listed["state"], listed["bytes"] >= STALL) == ("partial", True)
    small_hub.stall = None
    done = plm(tmp_path, "fetch", NAME, "--json", hub=small_hub.address)
    assert (done.returncode, json.loads(done.stdout)["failed"]) == (0, {})
    assert small_hub.ranges() == ["bytes=0-", f"bytes={STALL}-"]
    assert (tmp_path / "models" / NAME / "model.safetensors").read_bytes() == FILES["model.safetensors"]


def test_damage_is_shown_with_exit_code_1_and_mended_by_fetch(small_hub: SmallHub, tmp_path: Path) -> None:
    assert plm(tmp_path, "fetch", NAME, hub=small_hub.address).returncode == 0
    weights = tmp_path / "models" / NAME / "model.safetensors"
    weights.write_bytes(bytes(len(weights.read_bytes())))
    shown = plm(tmp_path, "show", NAME, "--lang", "en")
    assert shown.returncode == 1
    assert "damaged or missing files: model.safetensors" in shown.stdout
    assert f"plm models fetch {NAME}" in shown.stdout
    assert plm(tmp_path, "fetch", NAME, hub=small_hub.address).returncode == 0
    assert plm(tmp_path, "show", NAME).returncode == 0


def test_without_a_network_there_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    done = plm(tmp_path, "fetch", NAME)
    assert done.returncode == 2
    assert done.stderr == (
        f"plm: {NAME}: http://127.0.0.1:9 cannot be reached; connect to the network, set HF_ENDPOINT to a mirror, "
        "or give a folder that has it with --from\n"
    )
    assert json.loads(plm(tmp_path, "show", NAME, "--json").stdout)["state"] == "absent"


def test_where_downloads_are_forbidden_it_says_by_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert f"plm: {NAME}: HF_HUB_OFFLINE forbids downloads" in plm(tmp_path, "fetch", NAME).stderr


def test_a_whole_profile_comes_from_a_folder(small_hub: SmallHub, tmp_path: Path) -> None:
    kinds = {
        NAME: "bert",
        "bert-base-uncased": "bert",
        "roberta-base": "roberta",
        "gpt2": "gpt2",
        "albert-base-v2": "albert",
    }
    for name, kind in kinds.items():
        (tmp_path / "usb" / name).mkdir(parents=True)
        for file, content in model_files(kind, 10).items():
            (tmp_path / "usb" / name / file).write_bytes(content)
    done = plm(tmp_path, "fetch", "--profile", "hub", "--from", tmp_path / "usb", "--json")
    assert {model["state"] for model in json.loads(done.stdout)["models"]} == {"ready"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fetch"], "give models by name, or --profile"),
        (["fetch", "bert-zhs"], "no model is called 'bert-zhs': choose one of bert-zh"),
        (["fetch", "bert-zhs"], " (did you mean bert-zh?)"),
        (["fetch", NAME, "--from", "nowhere"], "nowhere: is no folder"),
        (["show", "bert"], "no model is called"),
    ],
)
def test_a_users_mistake_is_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = plm(tmp_path, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["list", "fetch", "show"])
def test_every_command_has_help_with_an_example(name: str, tmp_path: Path) -> None:
    assert f"Example: plm models {name}" in plm(tmp_path, name, "--help").stdout
