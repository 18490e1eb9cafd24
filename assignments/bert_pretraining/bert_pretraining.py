# %% [markdown]
# # 实验：BERT 的预训练数据
#
# BERT 用两个任务预训练：猜被盖住的词（MLM），判断两句话是否相连（NSP）。模型之前的一切都是数据：哪些词被选中、怎样配成句对、
# 三种嵌入怎样相加。这个实验把它们写出来。每个函数的说明就是全部要求。随时检查：`plm check bert_pretraining`。
#
# # Lab: BERT's pretraining data
#
# BERT is pretrained on two tasks: guess masked words (MLM), tell whether two sentences belong together (NSP). All that comes before the
# model is data: which tokens are chosen, how pairs are made, how three embeddings are added. You write these here. The text under
# each function is all that is asked. Check yourself at any time: `plm check bert_pretraining`.

# %% plm="setup"
import numpy as np
import torch

# %% [markdown]
# ## 1. 选词与遮盖 · Choosing and masking（2 分 / points）

# %% plm="mask_tokens"


def mask_tokens(input_ids, tokenizer, rng, mask_ratio: float = 0.15):
    """BERT 的遮盖：每个词元独立地以 mask_ratio 的概率被选中，选中的 80/10/10。 BERT's masking, token by token.

    参数 Args:
        input_ids: `(n,)` 的长整型张量，含特殊词元；不得改动。 Long tensor `(n,)`, special tokens included; it is left as it is.
        tokenizer: 分词器。 The tokenizer.
        rng: `numpy.random.Generator`，随机性的唯一来源。 The only source of chance.
        mask_ratio: 每个非特殊词元被选中的概率。 The probability with which each non-special token is chosen.

    返回 Returns:
        `(masked, labels)`，都是 `(n,)` 的长整型张量。选中的词元各自独立地：80 % 换成掩码词元，10 % 换成词表里的随机词元，10 % 不变。
        `labels` 在选中处是原来的词元，其余是 -100。特殊词元从不被选中。
        `(masked, labels)`, both long tensors `(n,)`. Each chosen token by itself: 80 % the mask token, 10 % a random one of the
        vocabulary, 10 % unchanged.
        `labels` is the original token where chosen, -100 elsewhere. Special tokens are never chosen.
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 句对 · Sentence pairs（1.5 分 / points）

# %% plm="nsp_pairs"


def nsp_pairs(documents: list[list[str]], rng) -> list[tuple[str, str, int]]:
    """下一句预测的句对。 Pairs for next sentence prediction.

    参数 Args:
        documents: 文档的列表，每个文档是句子的列表。 List of documents, each a list of sentences.
        rng: `numpy.random.Generator`，随机性的唯一来源。 The only source of chance.

    返回 Returns:
        `(sentence_a, sentence_b, label)` 的列表，每个**有下一句**的句子一项。以二分之一的概率 `label` 为 0，`sentence_b` 是真正的下一句；
        否则为 1，`sentence_b` 是**另一个文档**的句子。
        List of `(sentence_a, sentence_b, label)`, one for every sentence that **has a next one**. With probability one half `label` is 0
        and `sentence_b` the true next sentence; otherwise it is 1 and `sentence_b` a sentence of **another document**.

    异常 Raises:
        ValueError: 少于两个文档。 For fewer than two documents.

    例 Example:
        >>> nsp_pairs([["甲", "乙", "丙"], ["丁"]], rng)  # 四种可能的结果之一 one of four possible results
        [('甲', '乙', 0), ('乙', '丁', 1)]
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 句段编号 · Segments（0.5 分 / points）

# %% plm="segment_ids"


def segment_ids(input_ids, sep_token_id: int):
    """到第一个 `[SEP]` 为止（含它）是 0，之后是 1。 0 up to and including the first `[SEP]`, 1 after it.

    参数 Args:
        input_ids: `(n,)` 的长整型张量，至少有一个 `[SEP]`。 Long tensor `(n,)` with at least one `[SEP]`.
        sep_token_id: `[SEP]` 的编号。 The id of `[SEP]`.

    返回 Returns:
        `(n,)` 的长整型张量。 Long tensor `(n,)`.

    例 Example:
        >>> segment_ids(torch.tensor([2, 7, 3, 8, 9, 3]), 3)
        tensor([0, 0, 0, 1, 1, 1])
    """
    raise NotImplementedError


# %% [markdown]
# ## 4. 三种嵌入之和 · The sum of three embeddings（1 分 / point）

# %% plm="input_embedding"


def input_embedding(token, segment, position, ids, segments):
    """BERT 的输入：三种嵌入之和，LayerNorm 之前。 BERT's input: token, segment and position embeddings added, before LayerNorm.

    参数 Args:
        token, segment, position: 三个嵌入矩阵，`(行数, hidden)`。 The three embedding matrices, `(rows, hidden)`.
        ids: `(seq,)`，词元编号。 Token ids.
        segments: `(seq,)`，句段编号。 Segment ids.

    返回 Returns:
        `(seq, hidden)`。第 i 个词元用位置矩阵的第 i 行。 `(seq, hidden)`. The i-th token takes the i-th row of the position matrix.
    """
    raise NotImplementedError


# %% [markdown]
# ## 画图（不计分）· Figure (no points)
#
# 写完后把 `DRAW` 改成 `True`：同一句话遮盖很多次，每个位置各有多少次变成 `[MASK]`、换成别的、不变。
# Set `DRAW` to `True` when you are done: one sentence masked many times, and what becomes of each position.

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
    from pathlib import Path

    import matplotlib.pyplot as plt
    from transformers import AutoTokenizer, BertForPreTraining

    import autograder

    font = chinese_font()
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
    folder = Path(autograder.__file__).parent / "models" / "tiny" / "bert-zh"
    bert, words = BertForPreTraining.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    ids = torch.tensor(words("预训练语言模型先猜被盖住的词")["input_ids"])
    rng, rounds = np.random.default_rng(0), 2000
    counts = np.zeros((3, len(ids)))
    for _ in range(rounds):
        masked, labels = mask_tokens(ids, words, rng)
        chosen = labels != -100
        for row, kind in enumerate(
            (masked == words.mask_token_id, (masked != ids) & (masked != words.mask_token_id), masked == ids)
        ):
            counts[row] += (chosen & kind).numpy()
    bottom = np.zeros(len(ids))
    for row, name in enumerate(("[MASK]", "随机" if font else "random", "不变" if font else "kept")):
        plt.bar(range(len(ids)), counts[row] / rounds, bottom=bottom, label=name)
        bottom += counts[row] / rounds
    plt.xticks(
        range(len(ids)), words.convert_ids_to_tokens(ids.tolist()) if font else ids.tolist(), rotation=0 if font else 90
    )
    plt.ylim(0, 0.2)
    plt.ylabel("被选中的比例" if font else "share of rounds chosen")
    plt.legend(ncols=3, loc="upper center")
    plt.show()

# %% [markdown]
# ## 试一试（不计分）· Try it (no points)
#
# 附带的中文小 BERT 有 NSP 头：给它一对相连的句子和一对不相连的，看它认为标签 0（真正的下一句）有多大概率。
# The shipped Chinese BERT has an NSP head: how probable is label 0, the true next sentence, for a pair that belongs together and
# for one that does not?

# %%
if DRAW:
    for a, b in (("我们先打开软件。", "然后点击保存按钮。"), ("我们先打开软件。", "春天花园里的花开了。")):
        encoded = words(a, b, return_tensors="pt")
        with torch.no_grad():
            probability = bert(**encoded).seq_relationship_logits.softmax(-1)[0, 0].item()
        print(f"{a}{b} {probability:.2f}")
