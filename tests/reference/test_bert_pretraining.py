"""`reference/bert_pretraining.py` against transformers' BertEmbeddings and its tokenizer's segments, and against known shares."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer, BertConfig
from transformers.models.bert.modeling_bert import BertEmbeddings

from autograder.models import model_folder
from reference.bert_pretraining import input_embedding, mask_tokens, nsp_pairs, segment_ids

WORDS = AutoTokenizer.from_pretrained(model_folder("mlm-zh", "tiny"))
DOCUMENTS = [["a1", "a2", "a3"], ["b1", "b2"], ["c1"]]


def test_the_sum_of_three_embeddings_is_what_transformers_normalises() -> None:
    torch.manual_seed(0)
    layer = BertEmbeddings(
        BertConfig(vocab_size=50, hidden_size=16, max_position_embeddings=12, num_attention_heads=2)
    ).eval()
    ids, segments = torch.randint(50, (9,)), torch.tensor([0] * 5 + [1] * 4)
    tables = (layer.word_embeddings, layer.token_type_embeddings, layer.position_embeddings)
    with torch.no_grad():
        ours = layer.LayerNorm(input_embedding(*(table.weight for table in tables), ids, segments))
        theirs = layer(input_ids=ids[None], token_type_ids=segments[None])[0]
    assert torch.allclose(ours, theirs, atol=1e-6)


def test_segments_are_those_of_the_tokenizer() -> None:
    for pair in (("我们先打开软件。", "然后保存。"), ("好", "春天花园里的花开了。")):
        encoded = WORDS(*pair)
        ours = segment_ids(torch.tensor(encoded["input_ids"]), WORDS.sep_token_id)
        assert ours.tolist() == encoded["token_type_ids"]


def test_fifteen_in_a_hundred_are_chosen_and_of_these_80_10_10() -> None:
    """200,000 tokens; each share is held to six standard errors."""
    ids = torch.full((200_000,), WORDS.convert_tokens_to_ids("我"))
    masked, labels = mask_tokens(ids, WORDS, np.random.default_rng(0))
    chosen = labels != -100
    n = int(chosen.sum())
    assert n / len(ids) == pytest.approx(0.15, abs=6 * (0.15 * 0.85 / len(ids)) ** 0.5)
    assert bool((masked[~chosen] == ids[~chosen]).all())
    for happened, share in ((masked == WORDS.mask_token_id, 0.8), (masked == ids, 0.1)):
        assert int((chosen & happened).sum()) / n == pytest.approx(
            share, abs=6 * (share * (1 - share) / n) ** 0.5 + 1e-4
        )


def test_special_tokens_are_never_chosen_nor_drawn() -> None:
    special = torch.tensor(WORDS.all_special_ids)
    ids = torch.cat([special.repeat(500), torch.full((5000,), WORDS.convert_tokens_to_ids("我"))])
    masked, labels = mask_tokens(ids, WORDS, np.random.default_rng(1), mask_ratio=0.5)
    assert not bool(torch.isin(labels, special).any())
    drawn = masked[(masked != ids) & (masked != WORDS.mask_token_id)]
    assert len(drawn) > 100
    assert not bool(torch.isin(drawn, special).any())


def test_label_0_is_the_true_next_sentence_and_label_1_one_of_another_document() -> None:
    following = dict(pair for document in DOCUMENTS for pair in pairwise(document))
    pairs = [pair for seed in range(400) for pair in nsp_pairs(DOCUMENTS, np.random.default_rng(seed))]
    assert all((following[a] == b) if label == 0 else (a[0] != b[0]) for a, b, label in pairs)
    assert len(pairs) == 400 * len(following)
    assert sum(label for _, _, label in pairs) / len(pairs) == pytest.approx(0.5, abs=6 * 0.5 / len(pairs) ** 0.5)
