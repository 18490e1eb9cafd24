"""`reference/xlnet.py` against transformers' XLNet: given the masks as its `perm_mask`, who influences whom?"""

from __future__ import annotations

from itertools import permutations

import pytest
import torch
from transformers import XLNetConfig, XLNetModel

from reference.xlnet import permutation_masks


def xlnet() -> XLNetModel:
    torch.manual_seed(0)
    config = XLNetConfig(vocab_size=20, d_model=16, n_layer=3, n_head=2, d_inner=16, dropout=0.0, initializer_range=0.5)
    return XLNetModel(config).eval()


def influence(model: XLNetModel, query: torch.Tensor, targets: bool) -> torch.Tensor:
    """Bool `(n, n)`: whether another token at column j changes the output of row i, of the query stream or of the content stream."""
    n = len(query)
    ids = torch.arange(n)
    batch = torch.cat([ids[None], ids.repeat(n, 1) + 10 * torch.eye(n, dtype=torch.long)])
    mapping = torch.eye(n).expand(n + 1, n, n) if targets else None
    with torch.no_grad():
        out = model(batch, perm_mask=(~query).float().expand(n + 1, n, n), target_mapping=mapping).last_hidden_state
    return (out[1:] != out[0]).any(dim=-1).T


@pytest.mark.parametrize("order", [[2, 1, 3, 0], [0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [5, 0, 3, 1, 4, 2]], ids=str)
def test_in_transformers_xlnet_each_stream_is_influenced_by_what_the_masks_allow(order: list[int]) -> None:
    """Without the first row of the query stream: it may see nothing, where transformers' softmax over nothing is uniform over all."""
    content, query = permutation_masks(order)
    model, rows = xlnet(), order[1:]
    assert torch.equal(influence(model, query, targets=True)[rows], query[rows])
    assert not bool(query[order[0]].any())
    assert torch.equal(influence(model, query, targets=False), content)


def test_the_chapters_order() -> None:
    _, query = permutation_masks([2, 1, 3, 0])
    seen = [[f"x{j + 1}" for j in range(4) if row[j]] for row in query.tolist()]
    assert seen == [["x2", "x3", "x4"], ["x3"], [], ["x2", "x3"]]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_over_all_orders_each_token_sees_each_other_in_half_of_them(n: int) -> None:
    orders = list(permutations(range(n)))
    total = sum(permutation_masks(list(order))[1].double() for order in orders)
    assert torch.equal(torch.as_tensor(total) / len(orders), (1 - torch.eye(n, dtype=torch.double)) / 2)
