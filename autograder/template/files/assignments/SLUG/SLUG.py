# %% [markdown]
# # 新练习：softmax
#
# 这里先用中文、再用英文说明背景。每个函数的说明就是全部要求。随时检查：`plm check SLUG`。
#
# # A new exercise: softmax
#
# Background goes here, in Chinese first, then in English. The text under a function is all that is asked. Check yourself at any
# time: `plm check SLUG`.

# %% plm="setup"
import math

# %% [markdown]
# ## softmax（5 分 / points）

# %% plm="softmax"


def softmax(scores: list[float], temperature: float = 1.0) -> list[float]:
    """把分数变成概率。 Turns scores into probabilities.

    参数 Args:
        scores: 任意实数，至少一个。 Any real numbers, at least one.
        temperature: 正数；分数先除以它。 Positive; scores are divided by it first.

    返回 Returns:
        与 `scores` 等长的浮点数列表，和为 1。 A list of floats as long as `scores`, with sum 1.

    例 Example:
        >>> softmax([0.0, 0.0])
        [0.5, 0.5]
    """
    raise NotImplementedError


# %% [markdown]
# ## 试一试（不计分）· Try it (no points)
#
# 没有名字的单元格不计分。 A cell without a name never counts.

# %%
TRY = False
if TRY:
    print(softmax([math.log(1), math.log(3)]))
