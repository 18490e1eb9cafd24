# %% [markdown]
# # 实验：静态掩码与动态掩码
#
# BERT 的训练数据在训练**之前**就挖好了空：每段文本复制 10 份，各挖各的；训练 40 轮，每种挖法见 4 次。RoBERTa 在每次喂给模型时**现挖**。
# 这个实验写出这两种办法。每个函数的说明就是全部要求。随时检查：`plm check roberta_masking`。
#
# # Lab: static and dynamic masking
#
# BERT's training data was masked **before** training: ten copies of each text, each with other holes; over 40 epochs each mask is seen
# four times. RoBERTa masks **anew** each time that a text is fed to the model. Here you write both. The text under each function is all
# that is asked. Check yourself at any time: `plm check roberta_masking`.

# %% plm="setup"
import numpy as np
import torch

# %% [markdown]
# ## 1. 静态 · Static（2.5 分 / points）

# %% plm="static_masks"


def static_masks(
    num_tokens: int, epochs: int, rng: np.random.Generator, copies: int = 10, mask_ratio: float = 0.15
) -> torch.Tensor:
    """训练前抽好 copies 种掩码，第 e 轮用第 `e % copies` 种。 Draw `copies` masks before training; epoch e uses copy `e % copies`.

    参数 Args:
        num_tokens: 词元数，位置 0 是 `[CLS]`、最后一个是 `[SEP]`，它们从不被掩。
            Number of tokens; position 0 is `[CLS]` and the last is `[SEP]`, and neither is ever masked.
        epochs: 轮数。 Number of epochs.
        rng: 唯一的随机来源。 The only source of chance.
        copies: 抽多少种。 How many masks are drawn.
        mask_ratio: 掩去的比例。 The share that is masked.

    返回 Returns:
        布尔张量 `(epochs, num_tokens)`，被掩的位置为 True。每一行恰好 `max(1, round(mask_ratio * (num_tokens - 2)))` 个，
        从中间的位置里均匀、不重复地抽取；各种掩码互不相干。
        Bool tensor `(epochs, num_tokens)`, True where a token is masked: exactly `max(1, round(mask_ratio * (num_tokens - 2)))` a row,
        drawn uniformly and without repetition from the inner positions, each mask independently of the others.

    例 Example:
        >>> masks = static_masks(20, 40, np.random.default_rng(0))
        >>> masks.shape, bool((masks[3] == masks[13]).all())
        (torch.Size([40, 20]), True)
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 动态 · Dynamic（2.5 分 / points）

# %% plm="dynamic_masks"


def dynamic_masks(num_tokens: int, epochs: int, rng: np.random.Generator, mask_ratio: float = 0.15) -> torch.Tensor:
    """每一轮重新抽一种掩码。 A fresh mask for each epoch.

    参数 Args:
        num_tokens, epochs, rng, mask_ratio: 同 `static_masks`。 As of `static_masks`.

    返回 Returns:
        布尔张量 `(epochs, num_tokens)`，每一行的要求同 `static_masks`。
        Bool tensor `(epochs, num_tokens)`; what is asked of a row is as of `static_masks`.

    例 Example:
        >>> dynamic_masks(20, 40, np.random.default_rng(0)).sum()
        tensor(120)
    """
    raise NotImplementedError


# %% [markdown]
# ## 试一试（不计分）· Try it (no points)
#
# 写完以后把 `DRAW` 改成 `True`：上面两图是 40 轮的掩码，下图是附带的中文小 BERT 在每一轮的掩码上的损失。静态的曲线每 10 轮重复一次；
# 动态的每轮都是新题。数一数：40 轮里，静态和动态各有多少位置从来没被挖过？换一句更长的话呢？
#
# When the functions are done, set `DRAW` to `True`: above, the masks of 40 epochs; below, the loss of the small Chinese BERT that comes
# with the exercises on each epoch's mask. The static curve repeats itself every ten epochs; each dynamic epoch is a new task. Count: in
# 40 epochs, how many positions are never masked, statically and dynamically? And with a longer sentence?

# %%
DRAW = False
TEXT = "在安装系统之前，请先阅读这份手册，并把重要的文件保存到另一个地方。"
EPOCHS = 40


def chinese_font() -> str | None:
    """The name of an installed font that has hanzi, or None."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    wanted = (
        "Noto Sans CJK SC, Noto Sans CJK JP, Noto Sans SC, Source Han Sans SC, Source Han Sans CN, PingFang SC, Hiragino Sans GB, "
        "Heiti SC, Heiti TC, Songti SC, Arial Unicode MS, Microsoft YaHei, SimHei, SimSun, WenQuanYi Zen Hei, WenQuanYi Micro Hei"
    )
    return next((name for name in wanted.split(", ") if name in installed), None)


def shipped_bert():
    """The small Chinese BERT that comes with the exercises, and its tokenizer."""
    from importlib.resources import files

    from transformers import AutoModelForPreTraining, AutoTokenizer

    folder = str(files("autograder").joinpath("models", "tiny", "bert-zh"))
    return AutoModelForPreTraining.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)


def losses(model, tokenizer, ids: torch.Tensor, masks: torch.Tensor) -> list[float]:
    """The model's mean cross-entropy at the masked positions, a number for each mask."""
    inputs = ids.expand(len(masks), -1).masked_fill(masks, tokenizer.mask_token_id)
    with torch.no_grad():
        logp = model(inputs).prediction_logits.log_softmax(dim=-1)
    nats = -logp.gather(-1, ids.expand(len(masks), -1)[..., None])[..., 0]
    return [float(row[mask].mean()) for row, mask in zip(nats, masks, strict=True)]


# %%
if DRAW:
    import matplotlib.pyplot as plt

    font = chinese_font()
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
    model, tokenizer = shipped_bert()
    ids = tokenizer(TEXT, return_tensors="pt")["input_ids"]
    size = ids.shape[1]
    both = {
        "静态" if font else "static": torch.as_tensor(static_masks(size, EPOCHS, np.random.default_rng(0))),
        "动态" if font else "dynamic": torch.as_tensor(dynamic_masks(size, EPOCHS, np.random.default_rng(0))),
    }
    figure, axes = plt.subplot_mosaic([["left", "right"], ["below", "below"]], figsize=(11, 8), layout="constrained")
    for place, (name, masks) in zip(("left", "right"), both.items(), strict=True):
        different, never = len(torch.unique(masks, dim=0)), int((~masks[:, 1:-1].any(dim=0)).sum())
        axes[place].imshow(masks, cmap="Blues", aspect="auto", interpolation="nearest")
        axes[place].set_title(
            f"{name}：{different} 种掩码，{never} 个位置从未被掩"
            if font
            else f"{name}: {different} different masks, {never} positions never masked"
        )
        axes[place].set_xlabel("位置" if font else "position")
        axes[place].set_ylabel("轮" if font else "epoch")
        axes["below"].plot(losses(model, tokenizer, ids, masks), marker=".", label=name)
    axes["below"].set_xlabel("轮" if font else "epoch")
    axes["below"].set_ylabel("损失（nat）" if font else "loss (nats)")
    axes["below"].legend()
    plt.show()
