"""`reference/roberta_masking.py` against counts known by hand."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import torch

from reference.roberta_masking import dynamic_masks, static_masks


def rows(masks: torch.Tensor) -> Counter[tuple[bool, ...]]:
    return Counter(tuple(row) for row in masks.tolist())


def test_over_forty_epochs_each_of_ten_static_masks_is_seen_four_times() -> None:
    masks = static_masks(102, 40, np.random.default_rng(0))
    assert sorted(rows(masks).values()) == [4] * 10
    assert torch.equal(masks[:10], masks[30:])


def test_forty_dynamic_masks_are_forty_masks() -> None:
    """Two of C(100, 15) masks are equal with a chance below 1e-14."""
    assert len(rows(dynamic_masks(102, 40, np.random.default_rng(0)))) == 40


@pytest.mark.parametrize(("num_tokens", "masked"), [(3, 1), (5, 1), (12, 2), (22, 3), (102, 15)])
def test_a_mask_has_the_rounded_share_of_the_inner_positions_and_at_least_one(num_tokens: int, masked: int) -> None:
    for masks in (
        dynamic_masks(num_tokens, 30, np.random.default_rng(1)),
        static_masks(num_tokens, 30, np.random.default_rng(1)),
    ):
        assert masks.sum(dim=1).tolist() == [masked] * 30
        assert not bool(masks[:, [0, -1]].any())


def test_every_inner_position_is_as_likely_as_the_others() -> None:
    """20,000 masks of 3 of 20: 0.15 each, held to six standard errors."""
    shares = dynamic_masks(22, 20_000, np.random.default_rng(2)).double().mean(dim=0)[1:-1]
    assert shares.tolist() == pytest.approx([0.15] * 20, abs=6 * (0.15 * 0.85 / 20_000) ** 0.5)
