"""Gaps by hand, the contrastive loss at its extremes, and that taught sentences are none of the measured ones."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import torch

from tools.pretrain.clean import evaluation_sentences, squeeze
from tools.pretrain.sense_stage import TEMPERATURE, contrast, marked_sentences
from tools.pretrain.senses import gap, interval

ROOT = Path(__file__).resolve().parents[2]
# Two senses of two sentences each: cosine 0.9 within the first, 0.7 within the second, 0.2 between.
COSINES = np.array([[1, 0.9, 0.2, 0.2], [0.9, 1, 0.2, 0.2], [0.2, 0.2, 1, 0.7], [0.2, 0.2, 0.7, 1]])


def test_the_gap_pools_the_pairs_of_both_senses() -> None:
    assert gap(COSINES, np.array([0, 1]), np.array([2, 3])) == pytest.approx((0.9 + 0.7) / 2 - 0.2)


def test_a_sentence_drawn_twice_makes_no_pair_with_itself() -> None:
    assert gap(COSINES, np.array([0, 0]), np.array([2, 3])) == pytest.approx(0.7 - 0.2)


def test_sentences_that_are_all_alike_leave_no_doubt() -> None:
    cosines = np.kron(np.array([[0.9, 0.2], [0.2, 0.9]]), np.ones((8, 8)))
    found = interval(cosines, [8, 8])
    assert [found[key] for key in ("low", "gap", "high")] == pytest.approx([0.7] * 3)


def test_contrast_is_small_when_senses_lie_apart_and_uniform_when_all_is_one() -> None:
    groups = torch.tensor([0, 0, 1, 1])
    apart = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    assert float(contrast(apart, groups)) == pytest.approx(math.log(1 + 2 * math.exp(-1 / TEMPERATURE)), abs=1e-6)
    assert float(contrast(torch.ones(4, 2), groups)) == pytest.approx(math.log(3))


def test_taught_sentences_hold_their_word_and_none_that_is_measured() -> None:
    banned = evaluation_sentences(ROOT / "assignments")
    senses = marked_sentences(banned)
    assert len(senses) == 16
    for word, groups in senses.items():
        for texts in groups:
            assert len(texts) > 50
            assert all(word in text for text in texts)
            assert not [text for text in texts if any(key in squeeze(text) for key in banned)]
    assert "银行" not in senses
