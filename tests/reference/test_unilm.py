"""`reference/unilm.py` against BERT under each mask, against the other labs' masks, and against segment ids added up."""

from __future__ import annotations

import pytest
import torch
from transformers import BertConfig, BertModel

from reference.gpt import causal_mask
from reference.unilm import attention_mask

KINDS = ("bidirectional", "left-to-right", "right-to-left", "seq2seq")


def bert() -> BertModel:
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 3, "num_attention_heads": 2, "intermediate_size": 16}
    return BertModel(BertConfig(vocab_size=30, initializer_range=0.5, **sizes)).eval()


@pytest.mark.parametrize("kind", KINDS)
def test_in_a_bert_under_the_mask_each_token_is_influenced_by_what_the_mask_allows(kind: str) -> None:
    mask, ids = attention_mask(kind, 4, 3), torch.arange(7)
    batch = torch.cat([ids[None], ids.repeat(7, 1) + 10 * torch.eye(7, dtype=torch.long)])
    with torch.no_grad():
        out = bert()(batch, attention_mask=mask.expand(8, 1, 7, 7)).last_hidden_state
    assert torch.equal((out[1:] != out[0]).any(dim=-1).T, mask)


def test_bidirectional_is_bert_as_it_is() -> None:
    model, ids = bert(), torch.arange(7)[None]
    with torch.no_grad():
        masked = model(ids, attention_mask=attention_mask("bidirectional", 4, 3)[None, None]).last_hidden_state
        assert torch.allclose(masked, model(ids).last_hidden_state, atol=1e-6)


def test_left_to_right_is_the_causal_mask_and_right_to_left_its_mirror() -> None:
    assert torch.equal(attention_mask("left-to-right", 3, 4), causal_mask(7))
    assert torch.equal(attention_mask("right-to-left", 3, 4), causal_mask(7).flip(0, 1))


@pytest.mark.parametrize(("source", "target"), [(3, 2), (1, 6), (5, 0), (0, 5)])
def test_seq2seq_is_where_segment_ids_added_up_are_not_greater(source: int, target: int) -> None:
    steps = torch.tensor([0] * source + [1] * target).cumsum(0)
    assert torch.equal(attention_mask("seq2seq", source, target), steps[None, :] <= steps[:, None])


def test_seq2seq_of_three_and_two_has_eighteen_ones() -> None:
    """Nine in the source's square, six of the target at the source, three in the target's triangle."""
    assert int(attention_mask("seq2seq", 3, 2).sum()) == 9 + 6 + 3
