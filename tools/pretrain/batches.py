"""Training rows and masks: everything random is drawn from (seed, epoch), so that a resumed run sees the same batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from transformers import PreTrainedTokenizerFast

from tools.pretrain.clean import HANZI
from tools.pretrain.readers import Document
from tools.pretrain.spec import Spec

IGNORED = -100


@dataclass(frozen=True)
class Batch:
    """One batch; `labels` is IGNORED where nothing is predicted, `next_label` where a row has one segment only."""

    ids: Tensor
    labels: Tensor
    attention: Tensor
    segments: Tensor
    next_label: Tensor


def encode(tokenizer: PreTrainedTokenizerFast, docs: list[Document]) -> list[list[list[int]]]:
    """Token ids, without special tokens, of each sentence of each document; English ones are joined by a space."""
    texts = [text if not i or HANZI.search(text) else f" {text}" for doc in docs for i, text in enumerate(doc)]
    flat = tokenizer(texts, add_special_tokens=False)["input_ids"] if texts else []
    sentences = iter(flat)
    return [[next(sentences) for _ in doc] for doc in docs]


def choose_masks(
    ids: np.ndarray, special: np.ndarray, vocabulary: np.ndarray, mask_id: int, ratio: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """BERT's corruption: of the chosen tokens 80 % become the mask, 10 % a random ordinary token, 10 % stay.

    Args:
        ids: token ids of any shape.
        special: True where a token must not be chosen (special tokens, padding).
        vocabulary: ids of the ordinary tokens, from which random ones are drawn.

    Returns:
        The corrupted ids, and labels with the original id where chosen, IGNORED elsewhere.
    """
    chosen = (rng.random(ids.shape) < ratio) & ~special
    dice = rng.random(ids.shape)
    noise = vocabulary[rng.integers(0, len(vocabulary), ids.shape)]
    corrupted = np.where(chosen & (dice < 0.8), mask_id, ids)
    corrupted = np.where(chosen & (dice >= 0.9), noise, corrupted)
    return corrupted, np.where(chosen, ids, IGNORED)


Row = tuple[list[int], list[int], int]


def bert_rows(
    docs: list[list[list[int]]], tokenizer: PreTrainedTokenizerFast, length: int, rng: np.random.Generator
) -> list[Row]:
    """Rows (ids, segments, next label): half of the sentence pairs are true, half end in another document's sentence.

    A document of one sentence gives a row of one segment, with next label IGNORED. Label 0 is the true next sentence.
    """
    cls, sep = tokenizer.cls_token_id, tokenizer.sep_token_id
    rows: list[Row] = []
    for number, doc in enumerate(docs):
        position = 0
        while position < len(doc):
            first = doc[position][: length - 2]
            if position + 1 == len(doc):
                rows.append(([cls, *first, sep], [0] * (len(first) + 2), IGNORED))
                break
            label = int(rng.random() < 0.5)
            second = _elsewhere(docs, number, rng) if label else doc[position + 1]
            rows.append(_pair(first, second, label, tokenizer, length))
            position += 1 if label else 2
    return rows


def sop_rows(
    docs: list[list[list[int]]], tokenizer: PreTrainedTokenizerFast, length: int, rng: np.random.Generator
) -> list[Row]:
    """ALBERT's rows: each two sentences of a document after each other, label 0, or swapped, label 1, by an even chance.

    A last sentence that is left over gives a row of one segment, with label IGNORED.
    """
    rows: list[Row] = []
    for doc in docs:
        for first, second in zip(doc[::2], doc[1::2], strict=False):
            label = int(rng.random() < 0.5)
            rows.append(_pair(*((second, first) if label else (first, second)), label, tokenizer, length))
        rows += sentence_rows([doc[-1:]] if len(doc) % 2 else [], tokenizer, length)
    return rows


def sentence_rows(docs: list[list[list[int]]], tokenizer: PreTrainedTokenizerFast, length: int) -> list[Row]:
    """A row for each sentence."""
    cut = [sentence[: length - 2] for doc in docs for sentence in doc]
    start, end = tokenizer.cls_token_id, tokenizer.sep_token_id
    return [([start, *sentence, end], [0] * (len(sentence) + 2), IGNORED) for sentence in cut]


def _pair(first: list[int], second: list[int], label: int, tokenizer: PreTrainedTokenizerFast, length: int) -> Row:
    first = first[: max(length // 2, length - 3 - len(second))]
    second = second[: length - 3 - len(first)]
    segments = [0] * (len(first) + 2) + [1] * (len(second) + 1)
    return [tokenizer.cls_token_id, *first, tokenizer.sep_token_id, *second, tokenizer.sep_token_id], segments, label


def _elsewhere(docs: list[list[list[int]]], number: int, rng: np.random.Generator) -> list[int]:
    other = int(rng.integers(0, len(docs) - 1))
    doc = docs[other + (other >= number)]
    return doc[int(rng.integers(0, len(doc)))]


def roberta_rows(docs: list[list[list[int]]], tokenizer: PreTrainedTokenizerFast, length: int) -> list[Row]:
    """Rows of as many whole sentences of one document as fit."""
    start, end = tokenizer.cls_token_id, tokenizer.sep_token_id
    rows: list[Row] = []
    for doc in docs:
        current: list[int] = []
        for sentence in [*doc, []]:
            if current and (not sentence or len(current) + len(sentence) > length - 2):
                rows.append(([start, *current[: length - 2], end], [0] * min(len(current) + 2, length), IGNORED))
                current = []
            current = current + sentence
    return rows


def pad(rows: list[Row], pad_id: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(ids, attention, segments) of equal length."""
    width = max(len(ids) for ids, _, _ in rows)
    ids = np.full((len(rows), width), pad_id)
    segments = np.zeros_like(ids)
    attention = np.zeros_like(ids)
    for i, (row, kinds, _) in enumerate(rows):
        ids[i, : len(row)], segments[i, : len(row)], attention[i, : len(row)] = row, kinds, 1
    return ids, attention, segments


def masked_batches(
    spec: Spec, tokenizer: PreTrainedTokenizerFast, docs: list[list[list[int]]], epoch: int
) -> Iterator[Batch]:
    """The batches of one epoch of masked language modelling, rows of like length together.

    With `spec.copies` > 0 rows and masks are those of copy `epoch % copies` (static masking); the order is always new.
    """
    pattern = epoch % spec.copies if spec.copies else epoch
    rng = np.random.default_rng([spec.seed, pattern])
    rows = rows_of(spec.family, docs, tokenizer, spec.length, rng)
    rows.sort(key=lambda row: len(row[0]))
    groups = _groups(rows, spec.tokens)
    masks = [int(seed) for seed in rng.integers(0, 2**31, len(groups))]
    for i in np.random.default_rng([spec.seed, epoch, 1]).permutation(len(groups)):
        yield mask_rows(groups[i], tokenizer, spec.mask_ratio, np.random.default_rng(masks[i]))


def rows_of(
    family: str,
    docs: list[list[list[int]]],
    tokenizer: PreTrainedTokenizerFast,
    length: int,
    rng: np.random.Generator,
) -> list[Row]:
    """The rows that a family is trained on."""
    if family in ("bert", "albert"):
        return (bert_rows if family == "bert" else sop_rows)(docs, tokenizer, length, rng)
    return (sentence_rows if family == "elmo" else roberta_rows)(docs, tokenizer, length)


def _groups(rows: list[Row], tokens: int) -> list[list[Row]]:
    groups, start = [], 0
    while start < len(rows):
        size = max(1, tokens // len(rows[start][0]))
        groups.append(rows[start : start + size])
        start += size
    return groups


def mask_rows(rows: list[Row], tokenizer: PreTrainedTokenizerFast, ratio: float, rng: np.random.Generator) -> Batch:
    """A batch of masked rows."""
    ids, attention, segments = pad(rows, tokenizer.pad_token_id)
    special_ids = tokenizer.all_special_ids
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), special_ids)
    corrupted, labels = choose_masks(ids, np.isin(ids, special_ids), ordinary, tokenizer.mask_token_id, ratio, rng)
    next_label = np.array([label for _, _, label in rows])
    return Batch(*(torch.from_numpy(array) for array in (corrupted, labels, attention, segments, next_label)))


def causal_batches(
    spec: Spec, tokenizer: PreTrainedTokenizerFast, docs: list[list[list[int]]], epoch: int
) -> Iterator[Batch]:
    """The batches of one epoch of causal language modelling: documents in a new order, joined, cut into rows."""
    rng = np.random.default_rng([spec.seed, epoch])
    stream = np.array([token for i in rng.permutation(len(docs)) for token in join(docs[i], tokenizer)])
    rows = stream[: len(stream) // spec.length * spec.length].reshape(-1, spec.length)
    rows = rows[rng.permutation(len(rows))]
    size = max(1, spec.tokens // spec.length)
    for start in range(0, len(rows) - size + 1, size):
        ids = torch.from_numpy(rows[start : start + size])
        yield Batch(ids, ids, torch.ones_like(ids), torch.zeros_like(ids), torch.full((len(ids),), IGNORED))


def join(doc: list[list[int]], tokenizer: PreTrainedTokenizerFast) -> list[int]:
    """The tokens of a document, its end marked."""
    return [*(token for sentence in doc for token in sentence), tokenizer.eos_token_id]


def batches(spec: Spec, tokenizer: PreTrainedTokenizerFast, docs: list[list[list[int]]], epoch: int) -> Iterator[Batch]:
    """The batches of one epoch."""
    return (causal_batches if spec.family == "gpt2" else masked_batches)(spec, tokenizer, docs, epoch)
