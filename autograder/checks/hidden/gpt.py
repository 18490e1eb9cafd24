"""Hidden checks of the lab `gpt`: the rest of the contract."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from unittest.mock import patch

import torch
from torch import Tensor

from autograder.checks.api import Student, check, expect
from autograder.checks.chance import normal
from autograder.checks.public.gpt import expect_mask, gpt2, loss_of, with_mask_excused


@check("causal_mask.more", function="causal_mask", zh="更多的大小", en="more sizes")
def test_causal_mask_of_other_sizes(student: Student) -> None:
    for n in (3, 9, 64):
        expect_mask(student, n)


@check(
    "causal_attention.gpt2",
    function="causal_attention",
    share=2,
    zh="与 transformers 的 GPT-2 注意力层相同",
    en="the same as the attention of transformers' GPT-2",
)
def test_attention_equals_that_of_gpt2(student: Student) -> None:
    attention = gpt2().transformer.h[0].attn
    # The layer's own projections differ between machines in the last digits, and mistakes are recognised by the very arguments.
    projections = normal(1, 2, 7, 3 * attention.embed_dim)
    allowed = torch.ones(7, 7, dtype=torch.bool).tril()[None, None]
    with torch.no_grad(), patch.object(attention.c_attn, "forward", return_value=projections):
        want: Tensor = attention(torch.zeros(2, 7, attention.embed_dim), attention_mask=allowed)[0]
    parts = projections.chunk(3, dim=-1)
    q, k, v = (part.reshape(2, 7, attention.num_heads, -1).transpose(1, 2) for part in parts)

    def attempt() -> None:
        got = expect.tensor(student.causal_attention(q, k, v), q.shape)
        with torch.no_grad():
            projected = attention.c_proj(got.float().transpose(1, 2).flatten(2))
        expect.close(projected, want, rtol=1e-3, atol=1e-4)

    with_mask_excused(student, attempt)


def by_hand(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Attention of one head, position by position, in double precision."""
    q, k, v = q.double(), k.double(), v.double()
    rows = [torch.softmax(k[: i + 1] @ q[i] / math.sqrt(q.shape[-1]), dim=0) @ v[: i + 1] for i in range(len(q))]
    return torch.stack(rows)


@check(
    "causal_attention.any_shape",
    function="causal_attention",
    zh="前面可以没有维，也可以有好几维",
    en="no dimension in front, or several",
)
def test_attention_of_any_shape(student: Student) -> None:
    for number, shape in enumerate([(5, 3), (1, 4, 2), (3, 3, 3), (2, 1, 3, 4, 6), (1, 1)]):
        q, k, v = (normal(10 * number + part, *shape) for part in range(3))
        heads = [by_hand(*head) for head in zip(*(x.reshape(-1, *shape[-2:]) for x in (q, k, v)), strict=True)]
        want = torch.stack(heads).reshape(shape)
        with_mask_excused(student, partial(expect_attention, student, (q, k, v), want))


def expect_attention(student: Student, given: Sequence[Tensor], want: Tensor) -> None:
    """Pass if the student's attention of these queries, keys and values is what it should be."""
    expect.close(student.causal_attention(*given), want)


@check(
    "causal_attention.exactly",
    function="causal_attention",
    share=2,
    zh="后面的位置不管有多大的数，前面的结果都不变",
    en="whatever stands at later positions, earlier results are the same",
)
def test_later_positions_have_no_effect(student: Student) -> None:
    q, k, v = (normal(30 + part, 6, 4) for part in range(3))

    def attempt() -> None:
        before = expect.tensor(student.causal_attention(q, k, v), (6, 4))
        for size in (1.0, 1e6):
            changed = [torch.cat([x[:3], size * normal(40 + part, 3, 4)]) for part, x in enumerate((q, k, v))]
            # Every score of an early position with a late key is large and positive.
            changed[1][3:] = size * q[:3].sum(dim=0) + (size * q[2] if size > 1 else 0)
            after = expect.tensor(student.causal_attention(*changed), (6, 4))
            expect.close(after[:3], before[:3], rtol=1e-6, atol=1e-7)
        # Every score is far below any number that could stand in for -inf (about -1e20): position 0 sees itself alone.
        low, high = torch.full((3, 4), -1e10), torch.full((3, 4), 1e10)
        first = expect.tensor(student.causal_attention(low, high, v[:3]), (3, 4))[0]
        expect.close(
            first, v[0], zh="分数都极小时位置 0 的结果", en="position 0's result where all scores are very low"
        )

    with_mask_excused(student, attempt)


@check(
    "causal_attention.large",
    function="causal_attention",
    share=0.5,
    zh="分数很大时结果仍是有限的数",
    en="finite for large scores",
)
def test_attention_stays_finite(student: Student) -> None:
    q, k, v = normal(50, 5, 4, scale=100.0), normal(51, 5, 4, scale=100.0), normal(52, 5, 4)
    want = by_hand(q, k, v)
    with_mask_excused(student, lambda: expect.close(student.causal_attention(q, k, v), want, rtol=1e-3, atol=1e-3))


@check(
    "next_token_loss.gpt2",
    function="next_token_loss",
    share=2,
    zh="与 transformers 的 GPT-2 的损失相同",
    en="the same as the loss of transformers' GPT-2",
)
def test_loss_equals_that_of_gpt2(student: Student) -> None:
    for seed, shape in ((2, (1, 9)), (3, (4, 5))):
        ids = torch.randint(0, 300, shape, generator=torch.Generator().manual_seed(seed))
        # GPT-2's own logits differ between machines in the last digits, and mistakes are recognised by the very arguments.
        logits = normal(10 + seed, *shape, gpt2().config.vocab_size, scale=3.0)
        with torch.no_grad(), patch.object(gpt2().lm_head, "forward", return_value=logits):
            want = float(gpt2()(ids, labels=ids).loss)
        expect.close(loss_of(student, logits, ids), want)


@check(
    "next_token_loss.last",
    function="next_token_loss",
    zh="最后一个位置的 logits 不起作用，第一个词元不被预测",
    en="the last position's logits have no effect, the first token is not predicted",
)
def test_the_last_position_predicts_nothing(student: Student) -> None:
    logits, ids = normal(4, 2, 5, 6), torch.tensor([[0, 1, 2, 3, 4], [5, 4, 3, 2, 1]])
    # By hand: -log softmax of the eight predictions, summed one by one.
    exact = logits.double()
    nats = [exact[b, t].logsumexp(0) - exact[b, t, ids[b, t + 1]] for b in range(2) for t in range(4)]
    want = float(sum(nats) / 8)
    changed, other_first = logits.clone(), ids.clone()
    changed[:, -1] = normal(5, 2, 6, scale=9.0)
    other_first[:, 0] = 3
    for given in ((logits, ids), (changed, ids), (changed, other_first)):
        expect.close(loss_of(student, *given), want)


@check(
    "next_token_loss.large",
    function="next_token_loss",
    share=0.5,
    zh="logits 很大时结果仍是有限的数",
    en="finite for large logits",
)
def test_loss_stays_finite(student: Student) -> None:
    logits = torch.tensor([[[0.0, 500.0], [300.0, 0.0], [0.0, 0.0]]])
    expect.close(loss_of(student, logits, torch.tensor([[1, 0, 1]])), (500.0 + 300.0) / 2)
