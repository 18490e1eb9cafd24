# %% [markdown]
# # SpanBERT：片段边界目标
#
# BERT 把词元一个一个地盖住，每个词元在**自己的位置**上被猜出来。SpanBERT（Joshi et al., 2020）盖住**连续的一段**（span），
# 并在 MLM 之外再加一个损失：用片段**两端之外**的两个词元和目标在片段里的**相对位置**，预测片段里的每一个词元。
# 这就是片段边界目标（span boundary objective，SBO）。
#
# - 位置从 0 数起：`[CLS]` 是 0，`[SEP]` 是 `num_tokens - 1`，两者永远不被盖住。
# - 片段是半开区间 `(start, end)`，与 Python 的切片相同；论文里的 x_{e+1} 就是位置 `end` 上的词元。
# - 每个函数下面的说明就是全部要求。函数名、参数名、参数顺序和默认值不要改；可以增加自己的辅助函数。
# - 凡说返回数的地方，都是 Python 的 `int`/`float`；说张量的地方是 `torch.Tensor`。
# - 随时检查：`plm check sbo`。提交后还会运行另一组检查，它们只检查说明里写明的内容。
#
# # SpanBERT: the span boundary objective
#
# BERT hides tokens one by one, and each is guessed at **its own position**. SpanBERT (Joshi et al., 2020) hides **contiguous
# spans** and adds a second loss to MLM: every token of the span is predicted from the two tokens **just outside** it and from its
# **relative position** in the span. That is the span boundary objective (SBO).
#
# - Positions count from 0: `[CLS]` is 0, `[SEP]` is `num_tokens - 1`; neither is ever masked.
# - A span is half-open, `(start, end)`, as Python slices are; the paper's x_{e+1} is the token at `end`.
# - The text under each function is all that is asked. Keep the functions' names, and the names, order and defaults of their
#   parameters; helper functions of your own are welcome.
# - Numbers are Python's `int` and `float`; where it says tensor, a `torch.Tensor`.
# - Check yourself at any time: `plm check sbo`. More checks run after you hand in; they test only what is written here.

# %% plm="setup"
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

# %% [markdown]
# ## 1. 抽取片段 · Draw the spans（4 分 / points）
#
# 先抽长度，再放位置，直到盖住的词元数正好达到预算。片段之间至少留一个看得见的词元：否则一个片段的边界会落在另一个片段里，边界就被盖住了。
#
# 长度服从**截断后重新归一化**的几何分布 $P(\ell) \propto p\,(1-p)^{\ell-1},\ \ell = 1, \dots, L$。默认参数下平均长度是 3.797。
# 如果抽出后把超过 $L$ 的一律当作 $L$，平均会变成 4.463，那是另一个分布。
#
# Lengths first, then places, until exactly the budget of tokens is masked. At least one visible token stays between two spans:
# otherwise a boundary of one span would lie in another and be masked itself.
#
# Lengths follow the geometric distribution **cut off and renormalised**, $P(\ell) \propto p\,(1-p)^{\ell-1}$ for
# $\ell = 1, \dots, L$, with a mean of 3.797 at the defaults. Setting everything above $L$ to $L$ would give 4.463: another distribution.

# %% plm="sample_spans"


def sample_spans(
    num_tokens: int, rng: np.random.Generator, mask_ratio: float = 0.15, p: float = 0.2, max_len: int = 10
) -> list[tuple[int, int]]:
    """抽取一个序列中要盖住的片段。 Draw the spans of one sequence that are to be masked.

    参数 Args:
        num_tokens: 序列长度，`[CLS]` 和 `[SEP]` 计算在内。 Length of the sequence, `[CLS]` and `[SEP]` counted.
        rng: `numpy.random.Generator`，唯一的随机来源。 A `numpy.random.Generator`, the only source of chance.
        mask_ratio: 盖住的比例，对 `[CLS]` 与 `[SEP]` 之间的词元而言。 Share of the tokens between `[CLS]` and `[SEP]` to be masked.
        p: 几何分布的参数。 Parameter of the geometric distribution.
        max_len: 最长的片段。 The longest span.

    返回 Returns:
        按位置排序的列表，每项是两个 `int` 的半开区间 `(start, end)`，都在 `[1, num_tokens - 1)` 之内。
        Sorted list of half-open spans `(start, end)`, pairs of `int`, inside `[1, num_tokens - 1)`.

        - 长度取自 1..max_len 上重新归一化的 Geometric(p)；位置在放得下的地方均匀抽取。
          Lengths are drawn from Geometric(p) on 1..max_len, renormalised; places uniformly among those that fit.
        - 片段互不重叠，也不相邻：两个片段之间至少有一个没有盖住的位置。
          Spans neither overlap nor touch: at least one unmasked position lies between two of them.
        - 盖住的位置总数恰为 `ceil(mask_ratio * (num_tokens - 2))`；最后抽到的片段截短，使总数正好。任何合法的参数都要做到。
          Masked positions in all: exactly `ceil(mask_ratio * (num_tokens - 2))`, for all legal arguments; the last span drawn is
          cut short to meet it.

    异常 Raises:
        ValueError: 除非 `num_tokens >= 3`、`0 < mask_ratio <= 0.5`、`0 < p <= 1`、`max_len >= 1`。
            Unless `num_tokens >= 3`, `0 < mask_ratio <= 0.5`, `0 < p <= 1` and `max_len >= 1`.

    例 Example:
        >>> sample_spans(42, np.random.default_rng(0))  # 6 个位置，片段由你的抽法决定 6 positions; which, depends on how you draw
        [(2, 4), (5, 9)]
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 盖住片段 · Mask the spans（3 分 / points）
#
# BERT 对每个被选的词元各抽一次：80% 换成 `[MASK]`，10% 换成随机词元，10% 不变。SpanBERT 对**每个片段**只抽一次，整段同样处理。
#
# BERT draws for each chosen token: 80 % become `[MASK]`, 10 % a random token, 10 % stay. SpanBERT draws once for **each span**,
# and treats the whole of it alike.

# %% plm="mask_spans"


def mask_spans(
    input_ids: torch.Tensor, spans: list[tuple[int, int]], tokenizer, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """盖住给定的片段，并给出标签。 Mask the given spans and give the labels.

    参数 Args:
        input_ids: 形状为 `(num_tokens,)` 的 long 张量，不被改动。 Long tensor `(num_tokens,)`; it is left as it is.
        spans: 半开区间的列表，可以为空。 List of half-open spans; it may be empty.
        tokenizer: Hugging Face 的快速分词器。 A fast Hugging Face tokenizer.
        rng: 唯一的随机来源。 The only source of chance.

    返回 Returns:
        `(masked, labels)`，形状为 `(num_tokens,)` 的 long 张量。 Long tensors `(num_tokens,)`.

        - `masked`：每个片段抽一次：80% 整段换成 `[MASK]`；10% 整段换成随机的非特殊词元，每个位置各抽一个；10% 整段不变。
          One draw a span: 80 % become all `[MASK]`; 10 % all random non-special tokens, each position's drawn for itself; 10 %
          stay as they are.
        - `labels`：片段内（无论怎样处理）是原来的 id，其余为 -100。 The original id inside spans, whatever was done there; -100
          elsewhere.

    例 Example:
        >>> mask_spans(torch.tensor([2, 10, 11, 12, 3]), [(1, 3)], tokenizer, rng)  # [CLS]=2, [SEP]=3, [MASK]=4
        (tensor([ 2,  4,  4, 12,  3]), tensor([-100,   10,   11, -100, -100]))
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 目标与边界 · Targets and boundaries（1 分 / points）

# %% plm="span_targets"


def span_targets(spans: list[tuple[int, int]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """列出每个被盖住的词元，它的两个边界，以及它在片段中的位置。 Each masked token, its two boundaries, and its place in the span.

    参数 Args:
        spans: 半开区间 `(s, e)` 的列表，可以为空。 List of half-open spans `(s, e)`; it may be empty.

    返回 Returns:
        `(target, left, right, position)`，形状为 `(n,)` 的 long 张量，n 是被盖住的词元数，依次为：`i`、`s - 1`、`e`（片段后的第一个词元）、
        `i - s`（0 就是论文里的 p₁）。
        Long tensors `(n,)`, with n the number of masked tokens; for every masked index i of span (s, e), in order: `i`, `s - 1`,
        `e` (the first token after the span), and `i - s` (0 is the paper's p₁).

    例 Example:
        >>> span_targets([(2, 4)])
        (tensor([2, 3]), tensor([1, 1]), tensor([4, 4]), tensor([0, 1]))
    """
    raise NotImplementedError


# %% [markdown]
# ## 4. 预测头 · The head（2 分 / points）
#
# $$h_0 = [x_{s-1};\ x_{e+1};\ p_{i-s+1}] \qquad h_1 = \mathrm{LayerNorm}(\mathrm{GELU}(W_1 h_0)) \qquad
# h_2 = \mathrm{LayerNorm}(\mathrm{GELU}(W_2 h_1))$$
#
# $x$ 是编码器最后一层的输出，$p$ 是相对位置的嵌入；下标从 1 数起，所以论文的 $p_1$ 是嵌入表的第 0 行。
# `__init__` 已经写好，请不要改：检查按名字装入参数，再比较 logits。
#
# $x$ is the encoder's last output, $p$ the embedding of the relative position; the paper counts from 1, so its $p_1$ is row 0 of the
# table. `__init__` is given; leave it as it is: the checks load its parameters by name and then compare logits.

# %% plm="SpanBoundaryHead.forward"


class SpanBoundaryHead(nn.Module):
    """由片段两侧的词元预测片段内的词元。 Predicts a masked token from the two tokens around its span.

    参数 Args:
        hidden_size: 编码器输出的宽度。 Width of the encoder's output.
        vocab_size: 词表大小。 Size of the vocabulary.
        max_len: 最长的片段，也是位置嵌入的行数。 The longest span: so many position embeddings.
        position_size: 位置嵌入的宽度。 Width of a position embedding.
    """

    def __init__(self, hidden_size: int, vocab_size: int, max_len: int = 10, position_size: int = 200) -> None:
        super().__init__()
        self.position = nn.Embedding(max_len, position_size)
        self.dense1 = nn.Linear(2 * hidden_size + position_size, hidden_size)
        self.norm1 = nn.LayerNorm(hidden_size)
        self.dense2 = nn.Linear(hidden_size, hidden_size)
        self.norm2 = nn.LayerNorm(hidden_size)
        self.decoder = nn.Linear(hidden_size, vocab_size)

    def forward(
        self, hidden: torch.Tensor, left: torch.Tensor, right: torch.Tensor, position: torch.Tensor
    ) -> torch.Tensor:
        """为每个被盖住的词元给出词表上的 logits。 Logits over the vocabulary for every masked token.

        参数 Args:
            hidden: 编码器的输出 `(batch, seq, hidden_size)`。 The encoder's output `(batch, seq, hidden_size)`.
            left, right: 两个边界的下标，long 张量 `(batch, n)`，每一行属于 batch 中的一个序列。
                Indices of the two boundaries, long tensors `(batch, n)`: each row belongs to one sequence of the batch.
            position: 在片段中的位置，long 张量 `(batch, n)`。 Position in the span, long tensor `(batch, n)`.

        返回 Returns:
            logits，形状 `(batch, n, vocab_size)`。 Logits `(batch, n, vocab_size)`.

            `h0 = [x_left; x_right; p]`（按此次序拼接）、`h1 = LayerNorm(GELU(W1 h0))`、`h2 = LayerNorm(GELU(W2 h1))`、
            `logits = decoder(h2)`。 Concatenated in this order.

        例 Example:
            >>> head = SpanBoundaryHead(hidden_size=8, vocab_size=100)
            >>> head(torch.randn(1, 6, 8), torch.tensor([[1]]), torch.tensor([[4]]), torch.tensor([[0]])).shape
            torch.Size([1, 1, 100])
        """
        raise NotImplementedError


# %% [markdown]
# ## 5. 两个损失 · The two losses（2 分 / points）
#
# $$\mathcal{L} = \mathcal{L}_{\mathrm{MLM}} + \mathcal{L}_{\mathrm{SBO}}$$

# %% plm="span_loss"


def span_loss(
    mlm_logits: torch.Tensor, sbo_logits: torch.Tensor, mlm_labels: torch.Tensor, sbo_labels: torch.Tensor
) -> torch.Tensor:
    """MLM 的平均交叉熵加上 SBO 的平均交叉熵。 Mean cross-entropy of MLM plus mean cross-entropy of SBO.

    参数 Args:
        mlm_logits: `(batch, seq, vocab)`。
        sbo_logits: `(batch, n, vocab)`。
        mlm_labels: `(batch, seq)`，-100 处忽略。 -100 is ignored.
        sbo_labels: `(batch, n)`，-100 处忽略。 -100 is ignored.

    返回 Returns:
        标量张量（形状为空），可以求导。每一部分各自在自己的标签上求平均（自然对数），再相加；没有任何标签的部分计 0，不能是 NaN。
        Scalar tensor (empty shape), differentiable. Each part is the mean over its own labels, in nats; a part without any label
        counts 0, not NaN.

    例 Example:
        >>> span_loss(torch.zeros(1, 3, 8), torch.zeros(1, 2, 8), torch.tensor([[-100, 1, 2]]), torch.tensor([[1, 2]]))
        tensor(4.1589)
    """
    raise NotImplementedError


# %% [markdown]
# ## 6. 小结 · Summary（8 分 / points）
#
# 查阅论文，用自己的话写：150 到 800 个汉字，或 100 到 400 个英文词。评分标准写在题目说明里（任务单 `task.zh.md`）。请说明
#
# - SBO 预测**什么**；
# - **根据什么**来预测（哪两个词元，它们在哪里，还有什么信息）；
# - 预测头的样子，以及它的损失和 MLM 的损失**怎样合在一起**；
# - 为什么这会使边界词元**携带片段的内容**，哪些任务因此受益；
# - 它和 BERT 的 MLM **有什么不同**。
#
# Look the paper up and write in your own words: 150 to 800 Chinese characters, or 100 to 400 English words. The rubric is on the
# task sheet (`task.en.md`). Say
#
# - **what** SBO predicts;
# - **from what** (which two tokens, where they are, and what else);
# - what the head looks like, and how its loss is **combined** with MLM's;
# - why this makes the boundary tokens **carry the span's content**, and which tasks gain from it;
# - how it **differs** from BERT's MLM.

# %% plm="SUMMARY"
SUMMARY = """"""

# %% [markdown]
# ## 画图（不计分）· Figures (no points)
#
# 写完上面的函数后，把 `DRAW` 改成 `True`：左图比较你抽到的片段长度与理论分布（最后一个片段会被截短，所以短的略多）；
# 右图是几个序列中被盖住的位置。
#
# When the functions above are done, set `DRAW` to `True`: on the left, the lengths that you drew beside the distribution (the
# last span of a sequence is cut short, so there are a few more short ones); on the right, the masked positions of some sequences.

# %%
DRAW = False


def chinese_font() -> str | None:
    """The name of an installed font that has hanzi, or None."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    wanted = (
        "Noto Sans CJK SC, Noto Sans CJK JP, Noto Sans SC, Source Han Sans SC, Source Han Sans CN, PingFang SC, Hiragino Sans GB, "
        "Heiti SC, Heiti TC, Songti SC, Arial Unicode MS, Microsoft YaHei, SimHei, SimSun, WenQuanYi Zen Hei, WenQuanYi Micro Hei"
    )
    return next((name for name in wanted.split(", ") if name in installed), None)


# %%
def draw_lengths(axes, lang: str, p: float = 0.2, longest: int = 10, sequences: int = 400) -> None:
    """Lengths of the spans of many long sequences, and the distribution that they should follow."""
    rng = np.random.default_rng(0)
    drawn = [end - start for _ in range(sequences) for start, end in sample_spans(512, rng, p=p, max_len=longest)]
    lengths = np.arange(1, longest + 1)
    shares = np.bincount(drawn, minlength=longest + 1)[1:] / len(drawn)
    expected = (1 - p) ** (lengths - 1)
    axes.bar(lengths, shares, color="0.75", label="抽到的" if lang == "zh" else "drawn")
    axes.plot(
        lengths,
        expected / expected.sum(),
        "o-",
        label="几何分布（归一化）" if lang == "zh" else "geometric, renormalised",
    )
    axes.set_xticks(lengths)
    axes.set_xlabel("片段长度" if lang == "zh" else "length of span")
    axes.set_ylabel("比例" if lang == "zh" else "share")
    mean = sum(drawn) / len(drawn)
    axes.set_title(f"片段长度，平均 {mean:.2f}" if lang == "zh" else f"lengths of spans, mean {mean:.2f}")
    axes.legend()


def draw_places(axes, lang: str, num_tokens: int = 64, sequences: int = 12) -> None:
    """Which positions are masked, a row for each sequence."""
    rng = np.random.default_rng(1)
    masked = np.zeros((sequences, num_tokens))
    for row in masked:
        for start, end in sample_spans(num_tokens, rng):
            row[start:end] = 1
    axes.imshow(masked, cmap="Greys", aspect="auto", interpolation="nearest", vmax=1.4)
    axes.set_xlabel("位置" if lang == "zh" else "position")
    axes.set_ylabel("序列" if lang == "zh" else "sequence")
    axes.set_title("被盖住的位置" if lang == "zh" else "masked positions")


# %%
if DRAW:
    import matplotlib.pyplot as plt

    font = chinese_font()
    lang = "zh" if font else "en"
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
        plt.rcParams["axes.unicode_minus"] = False
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.5), layout="constrained")
    draw_lengths(left, lang)
    draw_places(right, lang)
    plt.show()
