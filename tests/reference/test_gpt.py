"""`reference/gpt.py` against torch's own attention, GPT-2's attention layer and GPT-2's loss."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from transformers import GPT2Config, GPT2LMHeadModel

from reference.gpt import causal_attention, causal_mask, next_token_loss

CONFIG = GPT2Config(
    vocab_size=40, n_positions=16, n_embd=12, n_layer=2, n_head=3, initializer_range=0.5, attn_implementation="eager"
)


def model() -> GPT2LMHeadModel:
    torch.manual_seed(0)
    return GPT2LMHeadModel(CONFIG).eval()


@pytest.mark.parametrize("n", [1, 2, 7])
def test_the_mask_is_allowed_where_torchs_own_adds_nothing(n: int) -> None:
    assert torch.equal(causal_mask(n), torch.nn.Transformer.generate_square_subsequent_mask(n) == 0)


def test_attention_is_torchs_with_is_causal() -> None:
    torch.manual_seed(1)
    q, k, v = (torch.randn(2, 3, 7, 5) for _ in range(3))
    assert torch.allclose(causal_attention(q, k, v), F.scaled_dot_product_attention(q, k, v, is_causal=True), atol=1e-6)


def test_attention_is_that_of_gpt2s_layer() -> None:
    layer, x = model().transformer.h[0].attn, torch.randn(2, 9, 12)
    with torch.no_grad():
        q, k, v = (part.unflatten(-1, (3, 4)).transpose(1, 2) for part in layer.c_attn(x).chunk(3, dim=-1))
        ours = layer.c_proj(causal_attention(q, k, v).transpose(1, 2).flatten(-2))
        allowed = torch.zeros(9, 9).masked_fill(~causal_mask(9), torch.finfo(torch.float32).min)
        theirs = layer(x, attention_mask=allowed[None, None])[0]
    assert torch.allclose(ours, theirs, atol=1e-6)


def test_the_loss_is_gpt2s() -> None:
    ids = torch.randint(40, (3, 11), generator=torch.Generator().manual_seed(2))
    with torch.no_grad():
        out = model()(ids, labels=ids)
    assert next_token_loss(out.logits, ids).item() == pytest.approx(out.loss.item(), rel=1e-5)
