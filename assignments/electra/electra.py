# %% [markdown]
# # 实验：ELECTRA 的替换检测
#
# BERT 只从被选中的 15% 词元学习。ELECTRA 换一个问题：小的**生成器**把盖住的词元填成看上去合理的词元，**判别器**对每一个词元回答
# “它是不是被换过”。于是每个词元都有损失。
# 这个实验写三样东西：换词元、标签、总损失。每个函数的说明就是全部要求。随时检查：`plm check electra`。
#
# # Lab: ELECTRA's replaced token detection
#
# BERT learns from the 15 % of tokens that were chosen. ELECTRA asks another question: a small **generator** fills the masked places with
# plausible tokens, and the **discriminator** says of every token whether it was replaced. So every token has a loss. Three things are
# written here: the replacement, the labels and the whole loss. The text under each function is all that is asked. Check yourself at any
# time: `plm check electra`.

# %% plm="setup"
import torch
import torch.nn.functional as F

# %% [markdown]
# ## 1. 替换 · Replace（1.5 分 / points）

# %% plm="corrupt"


def corrupt(input_ids: torch.Tensor, positions: torch.Tensor, sampled: torch.Tensor) -> torch.Tensor:
    """判别器读到的文本：生成器的词元放在它被问到的位置。 What the discriminator reads: the generator's tokens where it was asked.

    参数 Args:
        input_ids: 原来的 id，`(seq,)` 的 long 张量。 The original ids, long tensor `(seq,)`.
        positions: 位置，`(n,)` 的 long 张量。 Places, long tensor `(n,)`.
        sampled: 生成器在这些位置给出的 id，`(n,)`。 The ids that the generator gave there, `(n,)`.

    返回 Returns:
        `(seq,)` 的 long 张量：`input_ids` 的副本，`positions` 处换成 `sampled`。传入的张量不变。
        Long tensor `(seq,)`: a copy of `input_ids` with `sampled` at `positions`. What was passed in is left as it is.

    例 Example:
        >>> corrupt(torch.tensor([2, 10, 11, 3]), torch.tensor([1]), torch.tensor([7]))
        tensor([ 2,  7, 11,  3])
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 标签 · Labels（1.5 分 / points）

# %% plm="rtd_labels"


def rtd_labels(input_ids: torch.Tensor, corrupted: torch.Tensor) -> torch.Tensor:
    """判别器应当怎样回答：1 是换过的，0 是原来的。 What the discriminator should say: 1 for replaced, 0 for original.

    参数 Args:
        input_ids: 原来的 id，`(seq,)` 或 `(batch, seq)`。 The original ids, `(seq,)` or `(batch, seq)`.
        corrupted: 替换以后的 id，形状相同。 The ids after replacement, of the same shape.

    返回 Returns:
        形状相同的 long 张量，词元不同处为 1，其余为 0。生成器碰巧抽中了原来的词元时，那个词元就算**原来的**。
        Long tensor of the same shape, 1 where the token differs and 0 elsewhere. Where the generator happened to sample the original,
        that token counts as **original**.

    例 Example:
        >>> rtd_labels(torch.tensor([2, 10, 11, 3]), torch.tensor([2, 7, 11, 3]))
        tensor([0, 1, 0, 0])
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 损失 · The loss（2 分 / points）
#
# $$\mathcal L = \mathcal L_\text{MLM} + \lambda\,\mathcal L_\text{RTD}$$

# %% plm="electra_loss"


def electra_loss(
    mlm_loss: torch.Tensor,
    rtd_logits: torch.Tensor,
    rtd_labels: torch.Tensor,
    attention_mask: torch.Tensor,
    weight: float = 50.0,
) -> torch.Tensor:
    """生成器与判别器的总损失。 The loss of generator and discriminator together.

    参数 Args:
        mlm_loss: 生成器的损失，标量张量。 The generator's loss, a scalar tensor.
        rtd_logits: 判别器的 logits，`(batch, seq)`；大于 0 表示“换过”。 The discriminator's logits `(batch, seq)`; above 0 means replaced.
        rtd_labels: `(batch, seq)`，1 为换过的。 `(batch, seq)`, 1 for replaced.
        attention_mask: `(batch, seq)`，填充处为 0。 `(batch, seq)`, 0 at padding.
        weight: λ。 λ.

    返回 Returns:
        标量张量：`mlm_loss + weight ×` 二元交叉熵（nat）在**非填充位置**上的平均。可以求导；logits 很大时也是有限的。
        Scalar tensor: `mlm_loss + weight ×` the mean binary cross-entropy (nats) over **attended positions**. Differentiable, and finite
        for large logits.

    例 Example:
        >>> electra_loss(torch.tensor(1.0), torch.zeros(1, 2), torch.tensor([[0, 1]]), torch.ones(1, 2))
        tensor(35.6574)
    """
    raise NotImplementedError


# %% [markdown]
# ## 试一试（不计分）· Try it (no points)
#
# 写完以后把 `DRAW` 改成 `True`。随练习附带的中文小 ELECTRA 有两半：盖住 15% 的词元，由生成器抽样，你的函数造出判别器的输入和标签；
# 判别器读它，对每个词元说换过的概率。每幅图上一行是标签，下一行是判别器的回答。下面打印的是：多大比例抽中了原来的词元，有多少个位置能让
# BERT 和 ELECTRA 学到东西，判别器的损失（用你的 `electra_loss`），和对所有词元都回答“换过的比例”的损失。
# 把温度调低或调高：抽中原来词元的比例怎样变？判别器的题变难还是变容易？
#
# When the functions are done, set `DRAW` to `True`. The small Chinese ELECTRA that comes with the exercises has two halves: 15 % of the
# tokens are masked, the generator samples, and your functions make the discriminator's input and labels; the discriminator reads it and
# gives each token's probability of being replaced. In each picture the upper row has the labels, the lower one its answers. Printed are
# the share of samples that hit the original, how many positions BERT and ELECTRA have to learn from, the discriminator's loss (by your
# `electra_loss`), and the loss of answering the share of replaced tokens everywhere. Change the temperature: how does the share of hits
# move, and does the discriminator's task become harder or easier?

# %%
DRAW = False
TEXTS = ["今天天气很好，我们一起去公园散步。", "请先保存文件，再关闭窗口。", "国王带着他的军队越过了河流。"]
TEMPERATURE = 1.0


def chinese_font() -> str | None:
    """The name of an installed font that has hanzi, or None."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    wanted = (
        "Noto Sans CJK SC, Noto Sans CJK JP, Noto Sans SC, Source Han Sans SC, Source Han Sans CN, PingFang SC, Hiragino Sans GB, "
        "Heiti SC, Heiti TC, Songti SC, Arial Unicode MS, Microsoft YaHei, SimHei, SimSun, WenQuanYi Zen Hei, WenQuanYi Micro Hei"
    )
    return next((name for name in wanted.split(", ") if name in installed), None)


def shipped_electra():
    """Generator and discriminator of the small Chinese ELECTRA, and their tokenizer."""
    from importlib.resources import files

    from transformers import AutoTokenizer, ElectraForMaskedLM, ElectraForPreTraining

    folder = str(files("autograder").joinpath("models", "tiny", "electra-zh"))
    generator = ElectraForMaskedLM.from_pretrained(folder, subfolder="generator").eval()
    return generator, ElectraForPreTraining.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)


def generated(model, tokenizer, ids, temperature: float, generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Positions that were masked (15 % of the inner ones, at least one) and the tokens that the model sampled there."""
    inner = torch.randperm(len(ids) - 2, generator=generator) + 1
    positions = inner[: max(1, round(0.15 * len(inner)))].sort().values
    masked = ids.clone()
    masked[positions] = tokenizer.mask_token_id
    with torch.no_grad():
        probabilities = (model(masked[None]).logits[0, positions] / temperature).softmax(dim=-1)
    return positions, torch.multinomial(probabilities, 1, generator=generator).flatten()


# %%
if DRAW:
    import matplotlib.pyplot as plt

    font = chinese_font()
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
    model, discriminator, tokenizer = shipped_electra()
    generator = torch.Generator().manual_seed(0)
    figure, axes = plt.subplots(len(TEXTS), 1, figsize=(9, 1.6 * len(TEXTS)), layout="constrained")
    asked = hits = tokens = 0
    losses = []
    for text, axis in zip(TEXTS, axes, strict=True):
        ids = tokenizer(text, return_tensors="pt")["input_ids"][0]
        for _draw in range(20):
            positions, sampled = generated(model, tokenizer, ids, TEMPERATURE, generator)
            corrupted = corrupt(ids, positions, sampled)
            labels = rtd_labels(ids, corrupted)
            with torch.no_grad():
                logits = discriminator(corrupted[None]).logits
            losses.append(electra_loss(torch.tensor(0.0), logits, labels[None], torch.ones(1, len(ids)), weight=1.0))
            asked, tokens = asked + len(positions), tokens + len(ids) - 2
            hits += len(positions) - int(labels.sum())
        names = tokenizer.convert_ids_to_tokens(corrupted.tolist())
        axis.imshow(torch.stack([labels, logits[0].sigmoid()]), cmap="Reds", vmin=0, vmax=1.5, aspect="auto")
        axis.set_xticks(range(len(names)), names if font else corrupted.tolist())
        axis.set_yticks([0, 1], ["换过", "判别器"] if font else ["replaced", "discriminator"])
    plt.show()
    share = torch.tensor((asked - hits) / (tokens + 2 * len(losses)))
    constant = -(share * share.log() + (1 - share) * (1 - share).log())
    print(f"抽中原来的词元 samples that are the original token: {hits}/{asked} ({hits / asked:.0%})")
    print(f"有损失的位置 positions with a loss: BERT {asked}/{tokens}, ELECTRA {tokens}/{tokens}")
    print(f"每个词元的损失 loss per token: 判别器 discriminator {sum(losses) / len(losses):.3f}, ", end="")
    print(f"总是回答 always {share:.0%}: {constant:.3f}")
