# %% [markdown]
# # 从零写注意力
#
# 缩放点积注意力、两种掩码、多头注意力，只用矩阵乘法和 softmax。每个函数的说明就是全部要求。随时检查：`plm check attention`。
#
# # Attention from scratch
#
# Scaled dot-product attention, two masks, and multi-head attention, from matrix products and softmax alone. The text under each
# function is all that is asked. Check yourself at any time: `plm check attention`.

# %% plm="setup"
import math

import torch

# %% [markdown]
# ## 1. 掩码 · Masks（2 + 2 分 / points）
#
# 掩码是布尔张量：True 表示允许注意。因果掩码让每个位置看不见后面；填充掩码让谁都看不见补上的词元。
#
# A mask is a bool tensor: True where attention is allowed. The causal mask hides what comes later; the padding mask hides tokens
# that only fill up a batch.

# %% plm="causal_mask"


def causal_mask(length: int) -> torch.Tensor:
    """每个位置看得见自己和前面。 Each position sees itself and what comes before.

    参数 Args:
        length: 位置的个数 n，至少 1。 How many positions, n, at least 1.

    返回 Returns:
        `(n, n)` 的布尔张量；行是看的位置，列是被看的位置。 Bool `(n, n)`; rows look, columns are looked at.

    例 Example:
        >>> causal_mask(2)
        tensor([[ True, False],
                [ True,  True]])
    """
    raise NotImplementedError


# %% plm="padding_mask"


def padding_mask(lengths: list[int], width: int) -> torch.Tensor:
    """一批句子里哪些位置是真的词元（补在右边）。 Which positions of a batch hold tokens; padding is on the right.

    参数 Args:
        lengths: 每句的长度，从 0 到 `width`。 Each sentence's length, from 0 to `width`.
        width: 补齐后的长度。 The padded length.

    返回 Returns:
        `(batch, 1, width)` 的布尔张量，真的词元为 True；中间一维对应看的位置。
        Bool `(batch, 1, width)`, True at tokens; the dimension in the middle stands for whoever looks.

    异常 Raises:
        ValueError: 有句子长于 `width`。 If a sentence is longer than `width`.

    例 Example:
        >>> padding_mask([1, 2], 2)
        tensor([[[ True, False]],

                [[ True,  True]]])
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 缩放点积注意力 · Scaled dot-product attention（4 分 / points）
#
# $$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\Bigl(\frac{Q K^\top}{\sqrt{d_k}}\Bigr) V$$

# %% plm="attention"


def attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """缩放点积注意力。 Scaled dot-product attention.

    参数 Args:
        query: `(..., n, d)`
        key: `(..., m, d)`
        value: `(..., m, e)`
        mask: 布尔张量，可广播到 `(..., n, m)`，True 为允许；None 为全部允许。
            Bool, broadcastable to `(..., n, m)`, True where allowed; None allows everything.

    返回 Returns:
        `(output, weights)`：`(..., n, e)` 和 `(..., n, m)`。每一行权重的和为 1；什么都不许看的行，权重和输出都是 0。
        `(output, weights)`, `(..., n, e)` and `(..., n, m)`. Each row of weights has sum 1; a row that may see nothing has weights and
        output 0.
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 多头注意力 · Multi-head attention（4 分 / points）
#
# 把 d 维切成 `heads` 段连续的 d/heads 维，每段各做一次注意力，再拼起来乘输出矩阵。
#
# The d dimensions are cut into `heads` consecutive pieces of d/heads; each piece attends by itself; the results are joined and
# multiplied by the output matrix.

# %% plm="multi_head"


def multi_head(
    x: torch.Tensor, weights: dict[str, torch.Tensor], heads: int, mask: torch.Tensor | None = None
) -> torch.Tensor:
    """给定权重的多头自注意力，没有偏置。 Multi-head self-attention with given weights, without biases.

    参数 Args:
        x: `(batch, n, d)`
        weights: `"query"`、`"key"`、`"value"`、`"output"` 四个 `(d, d)` 的矩阵，乘在右边：`x @ weights["query"]`。
            Four matrices `(d, d)`, multiplied from the right: `x @ weights["query"]`.
        heads: 头数 h；第一个头用前 d/h 维。 How many heads, h; the first one has the first d/h dimensions.
        mask: 布尔张量，可广播到 `(batch, n, n)`，所有头共用；None 为全部允许。
            Bool, broadcastable to `(batch, n, n)`, the same for all heads; None allows everything.

    返回 Returns:
        `(batch, n, d)`

    异常 Raises:
        ValueError: d 不能被 `heads` 整除。 If d is not divisible by `heads`.
    """
    raise NotImplementedError


# %% [markdown]
# ## 4. 分析 · Analysis（3 分 / points）
#
# 用 100 到 200 字回答：为什么要除以 $\sqrt{d_k}$？不除，d 大时 softmax 和它的梯度会怎样？
#
# In 60 to 120 words: why divide by $\sqrt{d_k}$? Without it, what becomes of softmax and its gradients for large d?

# %% plm="ANALYSIS"
ANALYSIS = """"""

# %% [markdown]
# ## 画图（不计分）· Figure (no points)
#
# 写完后把 `DRAW` 改成 `True`：不除以 $\sqrt{d}$ 时，最大的权重怎样随 d 变化。
#
# Set `DRAW` to `True` when you are done: how the largest weight grows with d if nothing is divided.

# %%
DRAW = False

if DRAW:
    import matplotlib.pyplot as plt

    sizes = [4, 16, 64, 256, 1024]
    torch.manual_seed(0)
    for name, factor in (("divided", lambda d: 1.0), ("not divided", math.sqrt)):
        largest = []
        for d in sizes:
            _, seen = attention(torch.randn(200, 1, d) * factor(d), torch.randn(200, 10, d), torch.randn(200, 10, 1))
            largest.append(seen.max(-1).values.mean())
        plt.semilogx(sizes, largest, label=name)
    plt.xlabel("d")
    plt.ylabel("largest weight")
    plt.legend()
    plt.show()
