"""Step `tokenizers`: one fast tokenizer a model, learned from its training text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import BertTokenizerFast, GPT2TokenizerFast, PreTrainedTokenizerFast, RobertaTokenizerFast

from tools.pretrain.spec import Spec

BERT_SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
ROBERTA_SPECIALS = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
END = "<|endoftext|>"
MIN_COUNT = 4
LATIN_PIECES = 500


def build_tokenizer(spec: Spec, texts: list[str]) -> PreTrainedTokenizerFast:
    """The tokenizer of `spec`, learned from `texts`."""
    if spec.family == "gpt2":
        chinese = spec.language == "zh"
        return characters(texts, spec.length) if chinese else gpt2_bpe(texts, spec.vocabulary, spec.length)
    if spec.family == "roberta":
        return roberta_bpe(texts, spec.vocabulary, spec.length)
    return wordpiece(texts, spec.vocabulary, chinese=spec.language == "zh", length=spec.length)


def alphabet(texts: Iterable[str]) -> list[str]:
    """Characters seen `MIN_COUNT` times or more, most frequent first, ties by code point."""
    counts = Counter(char for text in texts for char in text)
    return [char for char, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if n >= MIN_COUNT]


def wordpiece(texts: list[str], size: int, chinese: bool, length: int) -> PreTrainedTokenizerFast:
    """BERT's WordPiece, cased; for Chinese each hanzi is a token of its own beside Latin pieces."""
    chars = alphabet(texts)
    limit = len(chars) + 100 + LATIN_PIECES if chinese else size
    core = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    core.normalizer = normalizers.BertNormalizer(lowercase=False, strip_accents=False)
    core.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=limit, special_tokens=BERT_SPECIALS, limit_alphabet=len(chars))
    core.train_from_iterator(texts, trainer)
    vocabulary = core.get_vocab()
    return BertTokenizerFast(vocab=vocabulary, do_lower_case=False, strip_accents=False, model_max_length=length)


def _byte_level(texts: list[str], size: int, specials: list[str]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    initial = pre_tokenizers.ByteLevel.alphabet()
    core.train_from_iterator(
        texts, trainers.BpeTrainer(vocab_size=size, special_tokens=specials, initial_alphabet=initial)
    )
    model = json.loads(core.to_str())["model"]
    return model["vocab"], [tuple(pair) for pair in model["merges"]]


def roberta_bpe(texts: list[str], size: int, length: int) -> PreTrainedTokenizerFast:
    """RoBERTa's byte-level BPE; its mask takes the space before it, as the original's does."""
    vocabulary, merges = _byte_level(texts, size, ROBERTA_SPECIALS)
    mask = AddedToken("<mask>", lstrip=True, special=True, normalized=False)
    return RobertaTokenizerFast(vocab=vocabulary, merges=merges, mask_token=mask, model_max_length=length)


def gpt2_bpe(texts: list[str], size: int, length: int) -> PreTrainedTokenizerFast:
    """GPT-2's byte-level BPE."""
    vocabulary, merges = _byte_level(texts, size, [END])
    return GPT2TokenizerFast(vocab=vocabulary, merges=merges, pad_token=END, model_max_length=length)


def characters(texts: list[str], length: int) -> PreTrainedTokenizerFast:
    """One token a character; a rare character is spelled in UTF-8 bytes, so that nothing is unknown."""
    tokens = [END, *(f"<0x{byte:02X}>" for byte in range(256)), *alphabet(texts)]
    core = Tokenizer(models.BPE(vocab={token: i for i, token in enumerate(tokens)}, merges=[], byte_fallback=True))
    core.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    core.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse()])
    return PreTrainedTokenizerFast(
        tokenizer_object=core, bos_token=END, eos_token=END, pad_token=END, model_max_length=length
    )
