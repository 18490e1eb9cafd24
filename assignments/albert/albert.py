# %% [markdown]
# # 实验：ALBERT 怎样变小
#
# ALBERT 的计算与 BERT 相同，参数却只有九分之一：词嵌入矩阵分解成两个瘦矩阵，所有的层共用一层的参数。这个实验数参数，写共享的编码器，
# 再造它的第二个预训练任务（句子顺序预测）的数据。每个函数的说明就是全部要求。随时检查：`plm check albert`。
#
# # Lab: how ALBERT gets small
#
# ALBERT computes what BERT computes with a ninth of the parameters: the embedding matrix is factorised into two thin ones, and all layers
# share one layer's parameters. Here you count parameters, write the shared encoder, and make the data of its second pre-training task
# (sentence order prediction). The text under each function is all that is asked. Check yourself at any time: `plm check albert`.

# %% plm="setup"
import numpy as np
import torch
from torch import nn

# %% [markdown]
# ## 1. 词嵌入的参数 · Parameters of the embeddings（0.5 分 / points）

# %% plm="embedding_parameters"


def embedding_parameters(vocab: int, hidden: int, factor: int | None = None) -> int:
    """词元嵌入有多少个参数。 How many parameters the token embeddings have.

    参数 Args:
        vocab: 词表大小 V。 Number of tokens V.
        hidden: 隐藏层的大小 H。 Size of the hidden layers H.
        factor: 分解时的嵌入大小 E；`None` 表示不分解，即 BERT 的一个 V×H 矩阵。
            The embedding size E of the factorisation; `None` for BERT's single V×H matrix.

    返回 Returns:
        `int`：不分解时为 V·H，分解时为 V·E + E·H（不计偏置）。 An `int`: V·H, or with factorisation V·E + E·H (no biases).

    例 Example:
        >>> embedding_parameters(30000, 768), embedding_parameters(30000, 768, 128)
        (23040000, 3938304)
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 整个模型的参数 · Parameters of the whole model（1.5 分 / points）
#
# `AlbertModel` 由这些部分组成 · An `AlbertModel` consists of:
#
# | 部分 part | 参数 parameters |
# |---|---|
# | 词元、位置、句段嵌入 · token, position and segment embeddings | 各一个 `(…, embedding_size)` 的表 · a table each |
# | 它们之后 · after them | LayerNorm（大小 · of size `embedding_size`） |
# | `embedding_hidden_mapping_in` | 线性映射（带偏置）到 `hidden_size` · a linear map (with bias) to `hidden_size` |
# | 组 · groups | `num_hidden_groups` 组，每组 `inner_group_num` 个**不同**的层 · with so many **different** layers in each |
# | 每层的注意力 · attention of each layer | query、key、value、输出四个线性映射，LayerNorm · four linear maps, LayerNorm |
# | 每层的前馈网络 · its feed-forward network | 两个线性映射，LayerNorm · two linear maps, LayerNorm |
# | pooler | 线性映射 · a linear map |

# %% plm="albert_parameters"


def albert_parameters(config) -> int:
    """不建模型，数出 `AlbertModel(config)` 的参数。 The number of parameters of `AlbertModel(config)`, without building it.

    参数 Args:
        config: `transformers.AlbertConfig`。 A `transformers.AlbertConfig`.

    返回 Returns:
        `int`，对任何 config 都等于 `sum(p.numel() for p in AlbertModel(config).parameters())`。
        An `int`, equal to `sum(p.numel() for p in AlbertModel(config).parameters())` for any config.

    例 Example:
        >>> albert_parameters(AlbertConfig(hidden_size=768, num_attention_heads=12, intermediate_size=3072))  # ALBERT-base
        11683584
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 共享的编码器 · The shared encoder（1.5 分 / points）
#
# `__init__` 里存下你需要的东西。 In `__init__`, keep whatever you need.

# %% plm="SharedEncoder.forward"


class SharedEncoder(nn.Module):
    """把同一层用 `repeats` 次的编码器。 An encoder that applies one layer `repeats` times.

    参数 Args:
        layer: 一层（`nn.Module`），输出与输入形状相同。 A layer (`nn.Module`) that keeps the shape of its input.
        repeats: 用几次；0 次则原样返回输入。 How many times; 0 gives the input back.
    """

    def __init__(self, layer: nn.Module, repeats: int) -> None:
        super().__init__()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """依次用 `repeats` 次。 Apply it `repeats` times, one after the other.

        参数 Args:
            x: `layer` 接受的张量。 A tensor that `layer` takes.

        返回 Returns:
            形状相同的张量。编码器的参数个数与 `repeats` 无关。
            A tensor of the same shape. The encoder's parameter count does not depend on `repeats`.

        例 Example:
            >>> SharedEncoder(nn.Linear(4, 4), repeats=12)(torch.zeros(2, 4)).shape
            torch.Size([2, 4])
        """
        raise NotImplementedError


# %% [markdown]
# ## 4. 句子顺序预测 · Sentence order prediction（1.5 分 / points）

# %% plm="sop_pairs"


def sop_pairs(documents: list[list[str]], rng: np.random.Generator) -> list[tuple[str, str, int]]:
    """相邻的两句，保持顺序或对调。 Two neighbouring sentences, in order or swapped.

    参数 Args:
        documents: 文章的列表，每篇是句子的列表。 List of documents, each a list of sentences.
        rng: `numpy.random.Generator`，唯一的随机来源。 The only source of chance.

    返回 Returns:
        三元组 `(句子一, 句子二, 标签)` 的列表：每个在本篇里有下一句的句子一项。以二分之一的概率为原来的顺序、标签 0；
        否则为**同样的两句**对调、标签 1。
        List of `(sentence_a, sentence_b, label)`, one for every sentence that has a next one in its document: with probability one half
        in their order and label 0, else **the same two** swapped and label 1.

    异常 Raises:
        ValueError: 文章少于两篇。 For fewer than two documents.

    例 Example:
        >>> sop_pairs([["甲", "乙", "丙"], ["丁"]], rng)  # 四种可能的结果之一 one of four possible results
        [('甲', '乙', 0), ('丙', '乙', 1)]
    """
    raise NotImplementedError


# %% [markdown]
# ## 试一试（不计分）· Try it (no points)
#
# 写完以后把 `DRAW` 改成 `True`。图中是 BERT 与 ALBERT 的参数，分为嵌入和层：变小的几乎全是层。
# 然后用你的 `sop_pairs` 问随练习附带的中文小 BERT：它的 NSP 头说两句“相连”的概率，顺序对调后变不变？NSP 学到的多半是话题，不是顺序。
#
# When the functions are done, set `DRAW` to `True`. The figure has the parameters of BERT and ALBERT, embeddings and layers: nearly all
# that is saved is layers. Then your `sop_pairs` ask the small Chinese BERT that comes with the exercises: does the probability that its
# NSP head gives to "the next sentence" change when the two are swapped? What NSP learns is topics, mostly, not order.

# %%
DRAW = False
DOCUMENTS = [
    ["今天早上下了大雨。", "他没有带伞。", "到学校的时候，衣服全湿了。", "老师借给他一件外套。"],
    ["先打开文件。", "然后修改设置。", "最后保存并退出。"],
    ["国王下令进攻。", "军队连夜渡过了河。", "天亮时城门已经打开。"],
]


def chinese_font() -> str | None:
    """The name of an installed font that has hanzi, or None."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    wanted = (
        "Noto Sans CJK SC, Noto Sans CJK JP, Noto Sans SC, Source Han Sans SC, Source Han Sans CN, PingFang SC, Hiragino Sans GB, "
        "Heiti SC, Heiti TC, Songti SC, Arial Unicode MS, Microsoft YaHei, SimHei, SimSun, WenQuanYi Zen Hei, WenQuanYi Micro Hei"
    )
    return next((name for name in wanted.split(", ") if name in installed), None)


def sizes() -> dict[str, tuple[int, int]]:
    """Name to parameters of the token embeddings and of everything else, in millions rounded by the plot alone."""
    from transformers import AlbertConfig

    shapes = {
        "base": (768, 12, 3072),
        "large": (1024, 16, 4096),
        "xlarge": (2048, 16, 8192),
        "xxlarge": (4096, 64, 16384),
    }
    found = {"BERT-base": (embedding_parameters(30522, 768), 109482240 - embedding_parameters(30522, 768))}
    for name, (hidden, heads, inner) in shapes.items():
        config = AlbertConfig(hidden_size=hidden, num_attention_heads=heads, intermediate_size=inner)
        tokens = embedding_parameters(config.vocab_size, hidden, config.embedding_size)
        found[f"ALBERT-{name}"] = (tokens, albert_parameters(config) - tokens)
    return found


def shipped_bert():
    """The small Chinese BERT with its next-sentence head, and its tokenizer."""
    from importlib.resources import files

    from transformers import AutoTokenizer, BertForNextSentencePrediction
    from transformers.utils import logging

    logging.set_verbosity_error()  # the head that is left out would be reported at length
    folder = str(files("autograder").joinpath("models", "tiny", "bert-zh"))
    return BertForNextSentencePrediction.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)


# %%
if DRAW:
    import matplotlib.pyplot as plt

    font = chinese_font()
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
    found = sizes()
    tokens, rest = zip(*found.values(), strict=True)
    figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
    axes.bar(list(found), [n / 1e6 for n in tokens], label="词元嵌入" if font else "token embeddings")
    bars = axes.bar(
        list(found),
        [n / 1e6 for n in rest],
        bottom=[n / 1e6 for n in tokens],
        label="其余（主要是层）" if font else "the rest (layers, mostly)",
    )
    axes.bar_label(bars, labels=[f"{sum(pair) / 1e6:.1f}" for pair in found.values()])
    axes.set_ylabel("参数（百万）" if font else "parameters (millions)")
    axes.legend()
    plt.show()

    model, tokenizer = shipped_bert()
    pairs = [pair for seed in range(20) for pair in sop_pairs(DOCUMENTS, np.random.default_rng(seed))]
    with torch.no_grad():
        inputs = tokenizer([a for a, _, _ in pairs], [b for _, b, _ in pairs], padding=True, return_tensors="pt")
        following = model(**inputs).logits.softmax(dim=-1)[:, 0]
    labels = torch.tensor([label for _, _, label in pairs])
    in_order, swapped = (float(following[labels == label].mean()) for label in (0, 1))
    print(f"P(next): 原来的顺序 in order {in_order:.2f}, 对调 swapped {swapped:.2f}")
