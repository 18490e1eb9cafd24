"""Masks have BERT's shares, and everything random follows from seed and epoch."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from tools.pretrain.batches import (
    IGNORED,
    batches,
    bert_rows,
    choose_masks,
    encode,
    roberta_rows,
    sentence_rows,
    sop_rows,
)
from tools.pretrain.spec import SPECS, toy
from tools.pretrain.vocabulary import build_tokenizer

DOCS = [
    [f"The {a} {b} sat on the {c}.", f"It was a very {a} {c}."]
    for a in ("old", "red")
    for b in ("cat", "dog")
    for c in ("mat", "hat")
]
TEXTS = [text for doc in DOCS for text in doc] * 3


def test_masks_have_the_stated_shares() -> None:
    ids = np.full((400, 100), 7)
    special = np.zeros_like(ids, dtype=bool)
    special[:, 0] = True
    masked, labels = choose_masks(ids, special, np.arange(5, 1000), 4, 0.15, np.random.default_rng(0))
    chosen = labels != IGNORED
    # 39,600 tokens: five standard deviations of each share are below 0.01, 0.03 and 0.02.
    assert not chosen[:, 0].any()
    assert abs(chosen[:, 1:].mean() - 0.15) < 0.01
    assert abs((masked[chosen] == 4).mean() - 0.8) < 0.03
    assert abs((masked[chosen] == 7).mean() - 0.1) < 0.02
    assert (masked[~chosen] == 7).all()
    assert masked[chosen].min() >= 4


def test_pairs_are_labelled_and_fit() -> None:
    tokenizer = build_tokenizer(toy(SPECS["bert-en"]), TEXTS)
    docs = encode(tokenizer, DOCS)
    rows = bert_rows(docs, tokenizer, 32, np.random.default_rng(0))
    true_pairs = {tuple(doc[0]) + tuple(doc[1]) for doc in docs}
    for ids, segments, label in rows:
        assert len(ids) == len(segments) <= 32
        words = tuple(token for token in ids if token not in tokenizer.all_special_ids)
        if label == 0:
            assert words in true_pairs
    assert {label for _, _, label in rows} >= {0, 1}


def test_pairs_in_order_and_swapped_are_the_same_two_sentences() -> None:
    tokenizer = build_tokenizer(toy(SPECS["bert-en"]), TEXTS)
    docs = [*encode(tokenizer, DOCS), encode(tokenizer, DOCS)[0][:1]]
    rows = sop_rows(docs, tokenizer, 64, np.random.default_rng(0))
    cls, sep = tokenizer.cls_token_id, tokenizer.sep_token_id
    for (ids, segments, label), (first, second) in zip(rows[:-1], docs[:-1], strict=True):
        a, b = (second, first) if label else (first, second)
        assert ids == [cls, *a, sep, *b, sep]
        assert segments == [0] * (len(a) + 2) + [1] * (len(b) + 1)
    assert {label for _, _, label in rows[:-1]} == {0, 1}
    assert rows[-1] == ([cls, *docs[-1][0], sep], [0] * (len(docs[-1][0]) + 2), IGNORED)


def test_a_sentence_is_a_row_and_a_long_one_is_cut() -> None:
    tokenizer = build_tokenizer(toy(SPECS["bert-en"]), TEXTS)
    rows = sentence_rows([[[7, 8], [9, 10, 11]]], tokenizer, 4)
    cls, sep = tokenizer.cls_token_id, tokenizer.sep_token_id
    assert [ids for ids, _, _ in rows] == [[cls, 7, 8, sep], [cls, 9, 10, sep]]


def test_roberta_rows_lose_no_token() -> None:
    tokenizer = build_tokenizer(toy(SPECS["roberta-en"]), TEXTS)
    docs = encode(tokenizer, DOCS)
    rows = roberta_rows(docs, tokenizer, 64)
    assert [token for ids, _, _ in rows for token in ids[1:-1]] == [
        token for doc in docs for text in doc for token in text
    ]


@pytest.mark.parametrize(("copies", "repeats"), [(2, True), (0, False)])
def test_static_masks_come_again_and_dynamic_ones_do_not(copies: int, repeats: bool) -> None:
    spec = replace(toy(SPECS["bert-en"]), copies=copies)
    tokenizer = build_tokenizer(spec, TEXTS)
    docs = encode(tokenizer, DOCS)

    def epoch(number: int) -> set[str]:
        return {str(batch.labels.tolist()) for batch in batches(spec, tokenizer, docs, number)}

    assert epoch(0) == epoch(0)
    assert epoch(0) != epoch(1)
    assert (epoch(0) == epoch(2)) is repeats


def test_causal_rows_are_cut_from_joined_documents() -> None:
    spec = replace(toy(SPECS["gpt2-en"]), length=16)
    tokenizer = build_tokenizer(spec, TEXTS)
    for batch in batches(spec, tokenizer, encode(tokenizer, DOCS), 0):
        assert batch.ids.shape[1] == 16
        assert torch.equal(batch.ids, batch.labels)
