"""The trigram baseline, counted by hand."""

from __future__ import annotations

import math
from itertools import product

import pytest

from tools.pretrain.baselines import Trigram, Unigram

# Trigram counts: (B B) 0: 3, (B 0) 1: 2, (B 0) 2: 1, so D3 = 1 / (1 + 2). Each of the three bigrams follows one context and each
# token one kind of token, so D2 = D1 = 1: lower orders give all their mass away, P1 = 1/3 and P2(. | 0) = 1/3.
SEQUENCES = [[0, 1], [0, 1], [0, 2]]


@pytest.mark.parametrize(("token", "want"), [(0, 2 / 27), (1, 17 / 27), (2, 8 / 27)])
def test_kneser_ney_by_hand(token: int, want: float) -> None:
    assert Trigram(SEQUENCES, 3).probability(Trigram.BOUNDARY, 0, token) == pytest.approx(want)


def test_probabilities_of_any_context_sum_to_one() -> None:
    model = Trigram([[0, 1, 2, 3, 1, 2, 0], [3, 3, 1, 0, 2], [1, 2, 4]], 6)
    for u, v in product(range(-1, 6), repeat=2):
        assert sum(model.probability(u, v, w) for w in range(6)) == pytest.approx(1.0)


def test_logprob_is_the_sum_over_tokens() -> None:
    model = Trigram(SEQUENCES, 3)
    assert model.logprob([0, 1]) == pytest.approx(math.log(model.probability(-1, -1, 0)) + math.log(17 / 27))


def test_unigram_by_hand() -> None:
    assert Unigram([[0, 0, 1]], 3).logprob([0, 2]) == pytest.approx(math.log(2.5 / 4.5) + math.log(0.5 / 4.5))
