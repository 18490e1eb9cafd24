"""SpanBERT's span boundary objective: predict every token of a hidden span from its two ends.

BERT hides tokens one by one, and each is guessed at its own position. SpanBERT (Joshi et al., 2020) hides contiguous spans, and
adds a second loss to the usual one: each token of the span (x_s, ..., x_e) is predicted from the outputs at the two boundary
tokens x_{s-1} and x_{e+1}, and from how far into the span it lies. So the boundaries have to store what the span says, which is
what a question answering system or a coreference resolver later reads off them.

Here spans are half-open, `(start, end)` as Python slices are: the paper's x_{e+1} is the token at `end`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

IGNORED = -100

# %% plm="sample_spans"


def sample_spans(
    num_tokens: int, rng: np.random.Generator, mask_ratio: float = 0.15, p: float = 0.2, max_len: int = 10
) -> list[tuple[int, int]]:
    """Draw the spans of one sequence that are to be hidden.

    Lengths come first, until they fill the budget; then all of them are placed together, every arrangement with a gap between
    neighbours being equally likely. So no draw is ever refused: refusing those that do not fit would thin out long spans.

    Args:
        num_tokens: length of the sequence, `[CLS]` and `[SEP]` counted.
        rng: the only source of chance.
        mask_ratio: share of the tokens between `[CLS]` and `[SEP]` that is hidden, rounded up to a whole number.
        p: parameter of the geometric distribution.
        max_len: the longest span.

    Returns:
        Sorted half-open spans inside `[1, num_tokens - 1)` that neither overlap nor touch.

    Raises:
        ValueError: unless `num_tokens >= 3`, `0 < mask_ratio <= 0.5`, `0 < p <= 1` and `max_len >= 1`.

    Source:
        Joshi et al. (2020), SpanBERT, section 3.1, with p = 0.2 and lengths of at most 10: a mean of 3.8.

    Example:
        >>> sample_spans(42, np.random.default_rng(0))
        [(7, 9), (10, 11)]
    """
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError(f"no spans for {num_tokens=}, {mask_ratio=}, {p=}, {max_len=}")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    lengths = rng.permutation(_lengths(budget, rng, p, max_len))
    return _placed(lengths.tolist(), num_tokens - 2 - budget, rng)


def _lengths(budget: int, rng: np.random.Generator, p: float, max_len: int) -> list[int]:
    """Lengths in the order drawn, the last one cut so that they add up to the budget."""
    probabilities = p * (1.0 - p) ** np.arange(max_len)
    probabilities /= probabilities.sum()  # clipping long draws to max_len would pile their mass up there
    lengths: list[int] = []
    while (left := budget - sum(lengths)) > 0:
        lengths.append(min(left, int(rng.choice(max_len, p=probabilities)) + 1))
    return lengths


def _placed(lengths: list[int], visible: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Spans of these lengths in this order among so many visible tokens, all arrangements equally likely.

    Each span takes a place of its own among the `visible + 1` gaps around the visible tokens, and two spans in different gaps do
    not touch. There are always enough: with a ratio of one half at most, budget <= visible + 1, and no span is empty.
    """
    gaps = np.sort(rng.choice(visible + 1, size=len(lengths), replace=False)).tolist()
    spans, hidden = [], 0
    for gap, length in zip(gaps, lengths, strict=True):
        start = 1 + gap + hidden
        spans.append((start, start + length))
        hidden += length
    return spans


# %% plm="mask_spans"


def mask_spans(
    input_ids: Tensor, spans: list[tuple[int, int]], tokenizer: Any, rng: np.random.Generator
) -> tuple[Tensor, Tensor]:
    """Hide the spans as BERT hides tokens, but with one draw for the whole span.

    Args:
        input_ids: long tensor `(num_tokens,)`, left as it is.
        spans: half-open spans.
        tokenizer: gives the mask token, the vocabulary and its special tokens.
        rng: the only source of chance.

    Returns:
        `(masked, labels)`, long tensors `(num_tokens,)`. A span becomes all `[MASK]` (80 %), all random ordinary tokens (10 %) or
        stays as it is (10 %); in each case its labels are the original ids. Elsewhere the label is -100.

    Source:
        Joshi et al. (2020), section 3.1: "we perform this replacement at the span level and not for each token individually".

    Example:
        >>> mask_spans(torch.tensor([2, 10, 11, 12, 3]), [(1, 3)], tokenizer, rng)
        (tensor([ 2,  4,  4, 12,  3]), tensor([-100,   10,   11, -100, -100]))
    """
    masked, labels = input_ids.clone(), torch.full_like(input_ids, IGNORED)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        draw = rng.random()
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif draw < 0.9:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
    return masked, labels


# %% plm="span_targets"


def span_targets(spans: list[tuple[int, int]]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """For every hidden token: where it is, where the two boundaries are, and how far into its span it lies.

    Args:
        spans: half-open spans in the order of the sequence.

    Returns:
        `(target, left, right, position)`, long tensors `(n,)` with n the number of hidden tokens. `right` is the span's `end`:
        with half-open spans that is the first token after it. `position` counts from 0 (the paper's p_1).

    Source:
        Joshi et al. (2020), section 3.2.

    Example:
        >>> span_targets([(2, 4)])
        (tensor([2, 3]), tensor([1, 1]), tensor([4, 4]), tensor([0, 1]))
    """
    rows = [(i, start - 1, end, i - start) for start, end in spans for i in range(start, end)]
    target, left, right, position = torch.tensor(rows, dtype=torch.long).reshape(-1, 4).unbind(dim=1)
    return target, left, right, position


# %% plm="SpanBoundaryHead.forward"


class SpanBoundaryHead(nn.Module):
    """Predicts a hidden token from the two tokens around its span.

    Args:
        hidden_size: width of the encoder's output.
        vocab_size: number of tokens to choose from.
        max_len: the longest span, so many position embeddings.
        position_size: width of a position embedding.

    Source:
        Joshi et al. (2020), equation 1 and section 4.2 (position embeddings of width 200).
    """

    def __init__(self, hidden_size: int, vocab_size: int, max_len: int = 10, position_size: int = 200) -> None:
        super().__init__()
        self.position = nn.Embedding(max_len, position_size)
        self.dense1 = nn.Linear(2 * hidden_size + position_size, hidden_size)
        self.norm1 = nn.LayerNorm(hidden_size)
        self.dense2 = nn.Linear(hidden_size, hidden_size)
        self.norm2 = nn.LayerNorm(hidden_size)
        self.decoder = nn.Linear(hidden_size, vocab_size)

    def forward(self, hidden: Tensor, left: Tensor, right: Tensor, position: Tensor) -> Tensor:
        """Score every token of the vocabulary for every hidden token.

        Args:
            hidden: the encoder's output `(batch, seq, hidden_size)`.
            left: index of the token before the span, `(batch, n)`.
            right: index of the token after the span, `(batch, n)`.
            position: how far into its span the hidden token lies, `(batch, n)`.

        Returns:
            Logits `(batch, n, vocab_size)`.

        Example:
            >>> SpanBoundaryHead(8, 100)(torch.randn(1, 6, 8), *(torch.tensor([[i]]) for i in (1, 4, 0))).shape
            torch.Size([1, 1, 100])
        """
        row = torch.arange(len(hidden)).unsqueeze(1)  # pairs every index with its own sequence of the batch
        h0 = torch.cat([hidden[row, left], hidden[row, right], self.position(position)], dim=-1)
        h1 = self.norm1(F.gelu(self.dense1(h0)))
        h2 = self.norm2(F.gelu(self.dense2(h1)))
        logits: Tensor = self.decoder(h2)
        return logits


# %% plm="span_loss"


def span_loss(mlm_logits: Tensor, sbo_logits: Tensor, mlm_labels: Tensor, sbo_labels: Tensor) -> Tensor:
    """Add the two losses: from the token's own position, and from the span's boundaries.

    Args:
        mlm_logits: `(batch, seq, vocab)`.
        sbo_logits: `(batch, n, vocab)`.
        mlm_labels: `(batch, seq)`, -100 where nothing is predicted.
        sbo_labels: `(batch, n)`, -100 where a row has fewer targets than n.

    Returns:
        A scalar tensor in nats through which gradients flow: the mean over the MLM labels plus the mean over the SBO labels.

    Source:
        Joshi et al. (2020), equation 2: L(x_i) = L_MLM(x_i) + L_SBO(x_i).

    Example:
        >>> span_loss(torch.zeros(1, 3, 8), torch.zeros(1, 2, 8), torch.tensor([[-100, 1, 2]]), torch.tensor([[1, 2]]))
        tensor(4.1589)
    """
    return _mean_cross_entropy(mlm_logits, mlm_labels) + _mean_cross_entropy(sbo_logits, sbo_labels)


def _mean_cross_entropy(logits: Tensor, labels: Tensor) -> Tensor:
    """Mean over the labels that are not ignored; 0, and no NaN in the gradient, where there is none."""
    total = F.cross_entropy(logits.flatten(0, -2), labels.flatten(), ignore_index=IGNORED, reduction="sum")
    return total / (labels != IGNORED).sum().clamp(min=1)


# %% plm="SUMMARY"

SUMMARY = """
SpanBERT 遮住的不是零散的词元，而是一个个连续的片段；片段边界目标（SBO）要求把片段里每一个被遮的词元都预测出来。依据只有三样：
片段左边紧邻的词元的表示 x_{s-1}、
右边紧邻的词元的表示 x_{e+1}（两个都在片段之外、没有被遮），以及目标在片段内的相对位置的嵌入 p；片段内部各位置的表示一概不用。
三者拼接后经过两层带 GELU 和
LayerNorm 的前馈网络，再由解码层给出词表上的分布。每个被遮的词元因此有两份交叉熵，SBO 的损失与 MLM 的损失相加。

内部的表示既然用不上，片段的内容就只能由两个边界词元来携带：训练迫使它们把整段的信息编码进自己的表示。
抽取式问答用答案片段的起点和终点来选答案，共指消解用提及片段首尾的
表示来比较，这些任务正好能从端点读出片段的内容。

BERT 的 MLM 不同：它随机遮住分散的单个词元，每个词元由自己位置上的输出来预测，没有谁必须替一整段负责；它还带有下一句预测，而
SpanBERT 只用单个长序列，没有 NSP。
"""
