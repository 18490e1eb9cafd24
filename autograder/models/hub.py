"""Models from a hub or a mirror of one (`HF_ENDPOINT`): every file against its checksum, an interrupted transfer goes on where it was.

`huggingface_hub` knows the protocol. Its own cache begins a file again in every new process, so the part that has come is kept here.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx2
from huggingface_hub import get_hf_file_metadata, hf_hub_url
from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled, RemoteEntryNotFoundError
from huggingface_hub.utils import build_hf_headers, hf_raise_for_status, http_stream_backoff, logging

from autograder.errors import UsageError
from autograder.models.registry import Model
from autograder.models.store import CACHE, Report, begin, finish, sha256
from autograder.text import Text

PUBLIC = "https://huggingface.co"
WEIGHTS = "model.safetensors"
NEEDED = ("config.json", "tokenizer.json", WEIGHTS)
WELCOME = ("tokenizer_config.json", "generation_config.json", "vocab.txt", "vocab.json", "merges.txt", "spiece.model")
"""What a model's folder may have besides; a hub that lacks one of these is none the worse."""
_PATIENCE = 4
"""How many times in a row nothing may come, with a wait of 1, 2, 3 and 4 seconds, before a transfer is given up."""
_TIMEOUT = 30.0
_ELSEWHERE = Text(
    "请把 HF_ENDPOINT 设为镜像，或用 --from 给出有它的文件夹",
    "set HF_ENDPOINT to a mirror, or give a folder that has it with --from",
)


@dataclass(frozen=True)
class RemoteFile:
    """A file on a hub: its revision, its size in bytes, and its checksum as the hub names it.

    Attributes:
        etag: SHA-256 of a large file, git's SHA-1 of a small one; a mirror may have something else.
    """

    name: str
    commit: str
    size: int
    etag: str


def endpoint() -> str:
    """The hub asked: `HF_ENDPOINT`, or the public one.

    Raises:
        UsageError: if that is no address.
    """
    address = os.environ.get("HF_ENDPOINT") or PUBLIC
    if not address.startswith(("http://", "https://")):
        raise UsageError(
            Text(
                f"HF_ENDPOINT：{address!r} 不是网址；要以 https:// 开头",
                f"HF_ENDPOINT: {address!r} is no address; begin it with https://",
            )
        )
    return address.rstrip("/")


def download(model: Model, report: Report) -> Path:
    """Fetch a model into the store, or what is missing of it.

    Args:
        report: called as bytes come.

    Returns:
        Its folder.

    Raises:
        UsageError: if the hub cannot be reached, lacks the model, breaks off, or sends what its own checksum contradicts.
    """
    logging.set_verbosity_error()
    hub, part = endpoint(), begin(model)
    try:
        files = _files(model, hub)
        for file in files:
            _fetch(model, file, part, hub, report)
    except OfflineModeIsEnabled:
        raise UsageError(_forbidden(model)) from None
    except HfHubHTTPError as error:
        raise UsageError(_refused(model, hub, error.response.status_code)) from None
    except (httpx2.HTTPError, OSError) as error:
        raise UsageError(_broken(model, hub, part, error)) from None
    return finish(model, f"{hub}/{model.repo}@{files[0].commit}", [file.name for file in files])


def _forbidden(model: Model) -> Text:
    return Text(
        f"{model.name}：HF_HUB_OFFLINE 禁止下载；请取消这个设置。要不然，{_ELSEWHERE.zh}",
        f"{model.name}: HF_HUB_OFFLINE forbids downloads; unset it, or {_ELSEWHERE.en}",
    )


def _refused(model: Model, hub: str, status: int) -> Text:
    return Text(
        f"{model.name}：向 {hub} 要 {model.repo}，它回答 {status}；{_ELSEWHERE.zh}",
        f"{model.name}: {hub} answered {status} for {model.repo}; {_ELSEWHERE.en}",
    )


def _broken(model: Model, hub: str, part: Path, error: Exception) -> Text:
    if isinstance(error, OSError) and error.strerror:
        return Text(
            f"{part}：不能写入（{error.strerror}）；请腾出空间，或把 {CACHE} 设为另一个文件夹",
            f"{part}: cannot be written ({error.strerror}); make room, or set {CACHE} to another folder",
        )
    kept = _kept(part)
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
        return Text(
            f"{model.name}：连不上 {hub}；请连上网络，{_ELSEWHERE.zh}{kept.zh}",
            f"{model.name}: {hub} cannot be reached; connect to the network, {_ELSEWHERE.en}{kept.en}",
        )
    return Text(
        f"{model.name}：从 {hub} 的传输断了（{type(error).__name__}）{kept.zh}",
        f"{model.name}: the transfer from {hub} broke off ({type(error).__name__}){kept.en}",
    )


def _kept(part: Path) -> Text:
    """How much of a model has come, as the end of a message."""
    came = sum(path.stat().st_size for path in part.iterdir()) / 1e6
    if not came:
        return Text("", "")
    return Text(
        f"；已取到的 {came:.1f} MB 保留着，再运行同一命令就从那里继续",
        f"; {came:.1f} MB have come and are kept: the same command goes on from there",
    )


def _files(model: Model, hub: str) -> list[RemoteFile]:
    """All files of one revision: the one that the first answer names."""
    first = _file(model, NEEDED[0], "main", hub)
    others = [_file(model, name, first.commit, hub) for name in NEEDED[1:]]
    for name in WELCOME:
        try:
            others.append(_file(model, name, first.commit, hub))
        except RemoteEntryNotFoundError:
            continue
    return [first, *others]


def _file(model: Model, name: str, revision: str, hub: str) -> RemoteFile:
    found = get_hf_file_metadata(hf_hub_url(model.repo, name, revision=revision, endpoint=hub), endpoint=hub)
    if found.commit_hash is None or found.etag is None or found.size is None:
        raise UsageError(
            Text(
                f"{model.name}：{hub} 的回答不像模型库的；请检查 HF_ENDPOINT",
                f"{model.name}: {hub} does not answer as a hub does; check HF_ENDPOINT",
            )
        )
    return RemoteFile(name, found.commit_hash, found.size, found.etag)


def _fetch(model: Model, file: RemoteFile, part: Path, hub: str, report: Report) -> None:
    """Bring one file whole; what came in an earlier try stays unless it proves wrong."""
    target, coming = part / file.name, part / f"{file.name}.{file.etag[:16]}"
    if target.is_file() and _is(target, file):
        return
    for _ in range(2):
        _transfer(model, file, coming, hub, report)
        if _is(coming, file):
            coming.replace(target)
            return
        coming.unlink()
    raise UsageError(
        Text(
            f"{model.name}：{hub} 的 {file.name} 两次都与它自己的校验和不符；{_ELSEWHERE.zh}",
            f"{model.name}: {file.name} from {hub} does not match its own checksum, twice; {_ELSEWHERE.en}",
        )
    )


def _transfer(model: Model, file: RemoteFile, coming: Path, hub: str, report: Report) -> None:
    """Bring bytes until there are enough; a connection that breaks is taken up again as long as something comes."""
    url = hf_hub_url(model.repo, file.name, revision=file.commit, endpoint=hub)
    coming.touch()
    failures = 0
    while (before := coming.stat().st_size) < file.size:
        try:
            _go_on(url, coming, before, lambda came: report(f"{model.name}/{file.name}", came, file.size))
        except httpx2.TransportError:
            failures = 0 if coming.stat().st_size > before else failures + 1
            if failures > _PATIENCE:
                raise
            time.sleep(failures)


def _go_on(url: str, coming: Path, start: int, report: Callable[[int], None]) -> None:
    """Ask for what is missing and put each piece on the disk as it comes; a hub that knows no ranges begins again."""
    headers = {**build_hf_headers(), "Accept-Encoding": "identity", "Range": f"bytes={start}-"}
    request = http_stream_backoff("GET", url, headers=headers, timeout=_TIMEOUT, retry_on_exceptions=())
    with request as answer:
        hf_raise_for_status(answer)
        with coming.open("ab" if answer.status_code == 206 else "wb") as out:
            for piece in answer.iter_bytes():
                out.write(piece)
                report(out.tell())


def _is(path: Path, file: RemoteFile) -> bool:
    if path.stat().st_size != file.size:
        return False
    if re.fullmatch("[0-9a-f]{64}", file.etag):
        return sha256(path) == file.etag
    if re.fullmatch("[0-9a-f]{40}", file.etag):
        return git_sha1(path) == file.etag
    return True


def git_sha1(path: Path) -> str:
    """The name that git gives a file's content."""
    content = path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
