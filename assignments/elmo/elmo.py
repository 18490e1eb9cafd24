# %% [markdown]
# # 实验：ELMo 的层混合与双向语言模型
#
# ELMo 让两个语言模型各读一遍句子，一个从左，一个从右；把两边的状态并起来，再把**所有层**按任务自己学到的权重混合成一个向量。
# 这个实验写出这三步：混合、并列、损失。每个函数的说明就是全部要求。随时检查：`plm check elmo`。
#
# # Lab: ELMo's mix of layers and its two language models
#
# In ELMo two language models read a sentence, one from the left and one from the right; their states are put beside each other, and
# **all layers** are mixed into one vector with weights that each task learns for itself. Three steps are written here: the mix, the
# joining, and the loss. The text under each function is all that is asked. Check yourself at any time: `plm check elmo`.

# %% plm="setup"
import torch

# %% [markdown]
# ## 1. 混合各层 · Mix the layers（2 分 / points）
#
# $$\mathrm{ELMo}_t = \gamma \sum_{j=0}^{L} s_j\, h_{t,j}, \qquad s = \mathrm{softmax}(w)$$

# %% plm="scalar_mix"


def scalar_mix(layers: torch.Tensor, weights: torch.Tensor, gamma: float) -> torch.Tensor:
    """各层的加权平均，再乘以 gamma。 A weighted mean of all layers, times gamma.

    参数 Args:
        layers: `(L + 1, seq, dim)`，词元层（第 0 层）在最前。 The token layer (layer 0) first.
        weights: `(L + 1,)`，softmax **之前**的数。 The numbers **before** the softmax.
        gamma: 整个向量的缩放，一个数。 The scale of the whole vector, a number.

    返回 Returns:
        `(seq, dim)`：`gamma * Σ_j softmax(weights)_j * layers[j]`；权重很大时也是有限的数。 Finite for large weights, too.

    例 Example:
        >>> layers = torch.tensor([4.0, 8.0, 12.0]).reshape(3, 1, 1)
        >>> scalar_mix(layers, torch.tensor([1.0, 2.0, 1.0]).log(), 2.0)
        tensor([[16.]])
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 两个方向并列 · Join the directions（1.5 分 / points）

# %% plm="join_directions"


def join_directions(token: torch.Tensor, forward: torch.Tensor, backward: torch.Tensor) -> torch.Tensor:
    """每个位置上，前向状态与后向状态并列。 At each position the forward state beside the backward state.

    参数 Args:
        token: `(seq, d)`，词元层，没有方向。 The token layer, which has no direction.
        forward: `(L, seq, d)`，前向语言模型各层的状态。 The states of the forward language model.
        backward: `(L, seq, d)`，后向语言模型的，已按文本的次序排好。 Those of the backward one, already in the order of the text.

    返回 Returns:
        `(L + 1, seq, 2d)`：先是词元层与它自己并列，然后是每一层的 `[forward_j; backward_j]`。
        `(L + 1, seq, 2d)`: the token layer beside itself, then `[forward_j; backward_j]` for each layer.

    例 Example:
        >>> join_directions(torch.zeros(5, 8), torch.ones(2, 5, 8), torch.ones(2, 5, 8)).shape
        torch.Size([3, 5, 16])
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 双向语言模型的损失 · The loss of both language models（1.5 分 / points）

# %% plm="bilm_loss"


def bilm_loss(forward_logits: torch.Tensor, backward_logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """两个方向的平均交叉熵的平均。 The mean over both directions of the mean cross-entropy.

    参数 Args:
        forward_logits: `(seq, vocab)`；位置 t 预测位置 t + 1 的词元。 Position t's are about token t + 1.
        backward_logits: `(seq, vocab)`；位置 t 预测位置 t - 1 的词元。 Position t's are about token t - 1.
        ids: `(seq,)` 的 long 张量。 Long tensor `(seq,)`.

    返回 Returns:
        标量张量（nat）。没有可预测的词元的位置不计；logits 很大时也是有限的数。
        Scalar tensor, nats. A position with nothing to predict does not count. Finite for large logits, too.

    例 Example:
        >>> bilm_loss(torch.zeros(4, 10), torch.zeros(4, 10), torch.tensor([1, 2, 3, 4]))
        tensor(2.3026)
    """
    raise NotImplementedError


# %% [markdown]
# ## 试一试（不计分）· Try it (no points)
#
# 写完以后把 `DRAW` 改成 `True`。随练习附带的中文小 ELMo 读下面的句子，你的 `join_directions` 把它的状态并列成三层，`scalar_mix` 混合它们。
# 左图是几种混合的权重，右图是各种混合下“苹果”两种意思之内、之间的余弦。只用第 0 层为什么一点也分不开？哪一种混合分得最开？
# 最后打印的是你的 `bilm_loss`：原来的句子，和字的顺序颠倒的同一句。自己换权重和句子试试。
#
# When the functions are done, set `DRAW` to `True`. The small Chinese ELMo that comes with the exercises reads the sentences below, your
# `join_directions` puts its states beside each other in three layers, and your `scalar_mix` mixes them. On the left are the weights of
# some mixes, on the right the cosine of 苹果 (apple) within a sense and between its two senses under each. Why can layer 0 alone not tell
# them apart at all? Which mix does it best? Printed last is your `bilm_loss`: of the sentences as they are, and with their characters in
# reverse. Try weights and sentences of your own.

# %%
DRAW = False
WORD = "苹果"
SENSES = (
    ("他买了一斤苹果，又甜又脆。", "妈妈把苹果洗干净，切成小块。"),
    ("苹果发布了新的手机。", "这家公司和苹果争夺手机市场。"),
)


def chinese_font() -> str | None:
    """The name of an installed font that has hanzi, or None."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    wanted = (
        "Noto Sans CJK SC, Noto Sans CJK JP, Noto Sans SC, Source Han Sans SC, Source Han Sans CN, PingFang SC, Hiragino Sans GB, "
        "Heiti SC, Heiti TC, Songti SC, Arial Unicode MS, Microsoft YaHei, SimHei, SimSun, WenQuanYi Zen Hei, WenQuanYi Micro Hei"
    )
    return next((name for name in wanted.split(", ") if name in installed), None)


def shipped_elmo():
    """The small Chinese ELMo that comes with the exercises, and its tokenizer."""
    from importlib.resources import files

    from transformers import AutoTokenizer

    from autograder.models.elmo import ElmoModel

    folder = str(files("autograder").joinpath("models", "tiny", "elmo-zh"))
    return ElmoModel.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)


def word_layers(model, tokenizer, sentence: str) -> torch.Tensor:
    """The layers `(L + 1, tokens of the word, 2d)` of `WORD` in a sentence, both directions beside each other."""
    start = sentence.index(WORD)
    encoded = tokenizer(sentence, return_tensors="pt", return_offsets_mapping=True)
    inside = [start <= a and b <= start + len(WORD) and a < b for a, b in encoded["offset_mapping"][0].tolist()]
    with torch.no_grad():
        states = model(encoded["input_ids"])
    layers = join_directions(states.token[0], states.forward[:, 0], states.backward[:, 0])
    return torch.as_tensor(layers)[:, torch.tensor(inside)]


def loss_of(model, tokenizer, sentence: str) -> float:
    """Your loss of both language models on a sentence."""
    ids = tokenizer(sentence, return_tensors="pt")["input_ids"]
    with torch.no_grad():
        states = model(ids)
        forward, backward = (model.logits(direction[-1, 0]) for direction in (states.forward, states.backward))
        return float(bilm_loss(forward, backward, ids[0]))


def mean_cosine(pairs: list[tuple[torch.Tensor, torch.Tensor]]) -> float:
    """The mean cosine of pairs of vectors."""
    return sum(float(torch.cosine_similarity(one, other, dim=0)) for one, other in pairs) / len(pairs)


# %%
if DRAW:
    import matplotlib.pyplot as plt

    font = chinese_font()
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
        plt.rcParams["axes.unicode_minus"] = False
    model, tokenizer = shipped_elmo()
    layers = [[word_layers(model, tokenizer, sentence) for sentence in sense] for sense in SENSES]
    depth = len(layers[0][0])
    only = {f"只用第 {j} 层" if font else f"layer {j} alone": 20 * torch.eye(depth)[j] for j in range(depth)}
    rising = {"越高越重" if font else "rising": torch.arange(depth).float()}
    mixes = {"平均" if font else "even": torch.zeros(depth), **rising, **only}
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.5), layout="constrained")
    left.imshow(torch.stack([w.softmax(dim=0) for w in mixes.values()]), cmap="Blues", vmin=0, vmax=1, aspect="auto")
    left.set_xticks(range(depth))
    left.set_yticks(range(len(mixes)), list(mixes))
    left.set_xlabel("层（0 为词元层）" if font else "layer (0: tokens)")
    left.set_title("softmax 之后的权重" if font else "weights after the softmax")
    for row, weights in enumerate(mixes.values()):
        a, b, c, d = (torch.as_tensor(scalar_mix(x, weights, 1.0)).mean(dim=0) for sense in layers for x in sense)
        within, between = mean_cosine([(a, b), (c, d)]), mean_cosine([(a, c), (a, d), (b, c), (b, d)])
        right.plot([between, within], [row, row], color="0.7")
        right.plot(within, row, "o", color="C0", label=None if row else ("义项之内" if font else "within a sense"))
        right.plot(between, row, "s", color="C1", label=None if row else ("义项之间" if font else "between senses"))
        numbers = f"之内 within {within:.3f}, 之间 between {between:.3f}, 差 gap {within - between:.3f}"
        print(f"{list(mixes)[row]}: {numbers}")
    right.set_yticks(range(len(mixes)), list(mixes))
    right.invert_yaxis()
    right.set_xlabel("余弦" if font else "cosine")
    right.legend()
    plt.show()
    for sentence in (sentence for sense in SENSES for sentence in sense):
        print(f"{sentence} {loss_of(model, tokenizer, sentence):.2f}, {loss_of(model, tokenizer, sentence[::-1]):.2f}")
