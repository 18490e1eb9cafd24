# %% [markdown]
# # 实验：UniLM 的四种掩码
#
# UniLM 用**同一个** Transformer、同一套参数做四种语言模型，区别只在注意力掩码。每个函数的说明就是全部要求。随时检查：`plm check unilm`。
#
# # Lab: UniLM's four masks
#
# UniLM is four language models in **one** Transformer with one set of weights; they differ in the attention mask alone. The text under
# the function is all that is asked. Check yourself at any time: `plm check unilm`.

# %% plm="setup"
import torch

# %% [markdown]
# ## 四种掩码 · Four masks（5 分 / points）

# %% plm="attention_mask"


def attention_mask(kind: str, source_len: int, target_len: int) -> torch.Tensor:
    """一种语言模型的注意力掩码。 The attention mask of one kind of language model.

    参数 Args:
        kind: `"bidirectional"`：所有位置互相看得见；`"left-to-right"`：看自己和左边；`"right-to-left"`：看自己和右边；
            `"seq2seq"`：源互相看得见（看不见目标），目标看得见整个源、以及目标中到自己为止的部分。
            `"bidirectional"`: all see all; `"left-to-right"`: itself and what is left of it; `"right-to-left"`: itself and what
            is right of it; `"seq2seq"`: the source sees the source (and no target), a target token sees the source and the target
            up to itself.
        source_len, target_len: 源和目标的词元数；源在前。 Numbers of source and target tokens; the source comes first.

    返回 Returns:
        `(n, n)` 的布尔张量，n = source_len + target_len，允许注意的地方为 True；行是看的位置，列是被看的位置。
        Bool tensor `(n, n)`, n = source_len + target_len, True where attention is allowed; rows look, columns are looked at.

    异常 Raises:
        ValueError: 别的 `kind`。 For another `kind`.

    例 Example:
        >>> int(attention_mask("seq2seq", 3, 2).sum())
        18
    """
    raise NotImplementedError


# %% [markdown]
# ## 画图（不计分）· Figure (no points)
#
# 写完后把 `DRAW` 改成 `True`：四种掩码并排。 Set `DRAW` to `True` when you are done: the four masks side by side.

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
if DRAW:
    import matplotlib.pyplot as plt

    font = chinese_font()
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
    kinds = {
        "bidirectional": "双向",
        "left-to-right": "从左到右",
        "right-to-left": "从右到左",
        "seq2seq": "序列到序列",
    }
    figure, axes = plt.subplots(1, 4, figsize=(13, 3.6), layout="constrained")
    for axis, (kind, title) in zip(axes, kinds.items(), strict=True):
        mask = attention_mask(kind, 3, 2)
        axis.imshow(mask, cmap="Blues", vmin=0, vmax=1.5)
        axis.axhline(2.5, color="gray", linewidth=0.8)
        axis.axvline(2.5, color="gray", linewidth=0.8)
        axis.set_title(f"{title if font else kind}: {int(mask.sum())}")
        axis.set_xlabel("被看的位置" if font else "looked at")
    axes[0].set_ylabel("看的位置" if font else "looks")
    plt.show()

# %% [markdown]
# ## 试一试（不计分）· Try it (no points)
#
# 把这些掩码交给附带的中文小 BERT：盖住一个字，看各个掩码下正确的字的概率。小 BERT 只按双向训练过，别的掩码下会变差；
# UniLM 的参数是四种一起训练的。
#
# Give these masks to the shipped Chinese BERT: one character masked, how probable is the right one under each? It was trained with
# both sides alone and gets worse under the others; UniLM's weights were trained with all four.

# %%
if DRAW:
    from pathlib import Path

    from transformers import AutoTokenizer, BertForMaskedLM
    from transformers.utils import logging

    import autograder

    logging.set_verbosity_error()  # the head that is left out would be reported at length
    folder = Path(autograder.__file__).parent / "models" / "tiny" / "bert-zh"
    bert, words = BertForMaskedLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    ids = words("我们用电脑上网")["input_ids"]
    for kind in kinds:
        mask = attention_mask(kind, 4, len(ids) - 4)
        scores = []
        for place in range(1, len(ids) - 1):
            row = torch.tensor([[words.mask_token_id if i == place else token for i, token in enumerate(ids)]])
            with torch.no_grad():
                logits = bert(row, attention_mask=mask[None, None]).logits[0, place]
            scores.append(logits.log_softmax(-1)[ids[place]].item())
        print(f"{kind:14} {sum(scores) / len(scores):6.2f} nats 每字 per character")
