# %% [markdown]
# # 实验：XLNet 的排列掩码
#
# XLNet 想同时得到两样东西：像 GPT 那样的自回归概率（没有 `[MASK]`），又像 BERT 那样看得见两边。办法是排列**分解的次序**：
# 词元还在原来的位置上，位置编码也不变，变的是先预测谁、后预测谁。次序由注意力掩码实现。每个函数的说明就是全部要求。
# 随时检查：`plm check xlnet`。
#
# # Lab: XLNet's permutation masks
#
# XLNet wants two things at once: autoregressive probabilities as GPT has them (without `[MASK]`), and both sides of the context as
# BERT has them. It permutes the **order of factorisation**: tokens stay where they are, and so do their position encodings; what changes
# is who is predicted first and who later. An attention mask puts the order into effect. The text under the function is all that is
# asked. Check yourself at any time: `plm check xlnet`.

# %% plm="setup"
import torch

# %% [markdown]
# ## 两个流的掩码 · The masks of two streams（5 分 / points）
#
# 预测位置 $z_t$ 的词元时不能看见它本身，却要知道它在哪个位置；而作为别人的上下文时，它的内容又必须看得见。所以每个位置有两份表示：
#
# - **内容流** content：看得见次序中不在它之后的位置，包括自己；
# - **查询流** query：只看得见次序中严格在它之前的位置。
#
# When the token at position $z_t$ is predicted it must not be seen, though its position is known; as context for others its content must
# be. So each position has two representations: the **content stream** sees whatever does not come after it in the order, itself
# included; the **query stream** sees only what comes strictly before it.

# %% plm="permutation_masks"


def permutation_masks(order: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
    """分解次序对应的两个注意力掩码。 The two attention masks of an order of factorisation.

    参数 Args:
        order: 位置（从 0 数起）按分解次序排列；`order[0]` 最先预测。
            Positions (from 0) in order of factorisation; `order[0]` is predicted first.

    返回 Returns:
        `(content, query)`，都是 `(n, n)` 的布尔张量，允许注意的地方为 True；行是看的位置，列是被看的位置。
        `(content, query)`, both bool tensors `(n, n)`, True where attention is allowed; rows look, columns are looked at.

    异常 Raises:
        ValueError: `order` 不是 0..n-1 的一个排列。 Unless `order` is a permutation of 0..n-1.

    例 Example:
        >>> content, query = permutation_masks([1, 0])
        >>> query
        tensor([[False,  True],
                [False, False]])
    """
    raise NotImplementedError


# %% [markdown]
# ## 画图（不计分）· Figure (no points)
#
# 写完后把 `DRAW` 改成 `True`：本章的次序 x3、x2、x4、x1 的两个掩码。
#
# Set `DRAW` to `True` when you are done: both masks of the chapter's order.

# %%
DRAW = False
ORDER = [2, 1, 3, 0]


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
if DRAW:
    import matplotlib.pyplot as plt

    font = chinese_font()
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
    figure, axes = plt.subplots(1, 2, figsize=(7, 3.4), layout="constrained")
    titles = ("内容流", "查询流") if font else ("content stream", "query stream")
    for axis, mask, title in zip(axes, permutation_masks(ORDER), titles, strict=True):
        axis.imshow(mask, cmap="Blues", vmin=0, vmax=1.5)
        names = [f"x{i + 1}" for i in range(len(ORDER))]
        axis.set_xticks(range(len(ORDER)), names)
        axis.set_yticks(range(len(ORDER)), names)
        axis.set_xlabel("被看的位置" if font else "looked at")
        axis.set_ylabel("看的位置" if font else "looks")
        axis.set_title(title)
    plt.show()

# %% [markdown]
# ## 试一试（不计分）· Try it (no points)
#
# 附带的中文小 BERT 在一个排列里逐个预测词元：每一步只看得见次序在前的词元，其余都盖住。把 `DRAW` 改成 `True`，换几个次序，
# 看总的对数概率怎样变化。
# 它不是 XLNet，只是说明“不同的次序是同一个联合概率的不同分解”；按各种次序训练过的模型里，结果应当接近。
#
# The shipped Chinese BERT predicts tokens one by one in a permutation: at each step it sees those earlier in the order, the rest
# is masked. Set `DRAW` to `True`, try some orders, and see how the sum of log-probabilities moves. It is no XLNet; it shows that
# different orders are different factorisations of one joint probability. In a model trained for all orders their sums should be close.

# %%
if DRAW:
    import random
    from pathlib import Path

    from transformers import AutoTokenizer, BertForMaskedLM
    from transformers.utils import logging

    import autograder

    logging.set_verbosity_error()  # the head that is left out would be reported at length
    folder = Path(autograder.__file__).parent / "models" / "tiny" / "bert-zh"
    bert, words = BertForMaskedLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    ids = words("今天的天气很好")["input_ids"]
    inner = list(range(1, len(ids) - 1))
    for attempt in range(4):
        sequence = inner if attempt == 0 else random.sample(inner, len(inner))
        total = 0.0
        for step, position in enumerate(sequence):
            seen = {0, len(ids) - 1, *sequence[:step]}
            row = [token if place in seen else words.mask_token_id for place, token in enumerate(ids)]
            with torch.no_grad():
                logits = bert(torch.tensor([row])).logits[0, position]
            total += logits.log_softmax(-1)[ids[position]].item()
        print(sequence, f"{total:.1f} nats")
