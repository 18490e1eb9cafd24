# %% [markdown]
# # BERT 与 RoBERTa 的比较
#
# 问题：对同一句话，BERT 和 RoBERTa 的预测有何不同？RoBERTa 的改进**有效吗**？看一句话回答不了。要回答，得先解决三件事：
#
# 1. **同一个问题**：两个模型的掩码符号不同（`[MASK]`、`<mask>`），分词也不同。用中性的标记 `{mask}` 写模板，问两个模型同一个问题；
# 2. **同一个单位**：词表不同，词元就不同。词的对数概率加在它的所有词元上，文本的似然按**字符**平均；
# 3. **不是运气**：两个模型在同样的题上对错不同，是差别还是偶然？用精确的配对检验回答。
#
# - 每个函数下面的说明就是全部要求。函数名、参数名、参数顺序和默认值不要改；可以增加自己的辅助函数。
# - 随时检查：`plm check comparison`。提交后还会运行另一组检查，它们只检查说明里写明的内容。
#
# # BERT against RoBERTa
#
# The question: how do the predictions of BERT and RoBERTa differ on the same sentence, and do RoBERTa's changes **help**? One
# sentence cannot answer it. Three things come first:
#
# 1. **the same question**: the models have different mask tokens (`[MASK]`, `<mask>`) and cut text differently. Templates with the
#    neutral marker `{mask}` ask both the same;
# 2. **the same unit**: other vocabularies have other tokens. A word's log-probability adds up over all its pieces, a text's
#    likelihood is given per **character**;
# 3. **not luck**: where the two differ on the same items, is it a difference or chance? An exact paired test answers.
#
# - The text under each function is all that is asked. Keep the functions' names, and the names, order and defaults of their
#   parameters; helper functions of your own are welcome.
# - Check yourself at any time: `plm check comparison`. More checks run after you hand in; they test only what is written here.
#
# 各函数共同的要求 · What holds for all functions below
#
# `model`, `tokenizer` 是 Hugging Face 的掩码语言模型和它的快速分词器。模型可能处于训练模式：结果必须是确定的（没有 dropout），不跟踪梯度；
# 函数返回后模型的参数和模式（train/eval）与传入时相同；不改动全局随机状态。返回的数是 Python 的 `float` 或 `int`。
#
# `model`, `tokenizer` are a Hugging Face masked language model and its fast tokenizer. The model may arrive in train mode: results are
# deterministic (no dropout) and track no gradient; the model is left with the weights and in the mode (train/eval) it came in, and the
# global random state as it was. Numbers that are returned are Python `float`s or `int`s.

# %% plm="setup"
import math

import torch

# %% [markdown]
# ## 1. 填空 · Fill the gap（3 分 / points）

# %% plm="fill_mask"


def fill_mask(model, tokenizer, template: str, k: int = 5) -> list[tuple[str, float]]:
    """模型对空格的前 k 个猜测。 The model's k best guesses for the gap.

    参数 Args:
        template: 恰有一个 `{mask}` 的文本；换成该模型自己的一个掩码词元。其他花括号没有特殊含义。
            A text with `{mask}` exactly once; one mask token, the model's own, takes its place. Other braces mean nothing.
        k: 要几个猜测。 How many guesses.

    返回 Returns:
        `k` 对 `(word, probability)`，概率大的在前。`word = tokenizer.decode([id]).strip()`；概率是对**整个词表**而言的。
        `k` pairs `(word, probability)`, most probable first. `word = tokenizer.decode([id]).strip()`; probabilities are over the
        **whole vocabulary**.

    异常 Raises:
        ValueError: `{mask}` 没有或不止一个。 Unless `{mask}` occurs exactly once.

    例 Example:
        >>> fill_mask(model, tokenizer, "The capital of France is {mask}.", k=1)
        [('paris', 0.4167)]
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 一个词的对数概率 · The log-probability of a word（3 分 / points）
#
# 一个词可能是几个词元；在 RoBERTa 的字节级 BPE 里，词前的空格并入词的第一个词元：单独给 `river` 分词，与句中的 ` river` 不是同一个词元。
#
# A word may be several tokens. In RoBERTa's byte-level BPE the space before a word belongs to its first token: `river` tokenised by
# itself is not the token that ` river` is in a sentence.

# %% plm="word_logprob"


def word_logprob(model, tokenizer, template: str, word: str) -> float:
    """词在空格处的对数概率（nat）。 The log-probability of a word in the gap, in nats.

    参数 Args:
        template: 恰有一个 `{mask}` 的文本。 A text with `{mask}` exactly once.
        word: 填进空格的词。 The word in the gap.

    返回 Returns:
        先把 `word` 填进模板再分词；与这个词的字符有重叠的词元**全部**换成掩码词元；只做一次前向计算；把这些词元的对数概率相加。
        The template with `word` in the gap is tokenised; the tokens that overlap the word's characters are **all** replaced by the
        mask token; one forward pass; the sum of those tokens' log-probabilities.

    异常 Raises:
        ValueError: `{mask}` 没有或不止一个。 Unless `{mask}` occurs exactly once.

    例 Example:
        >>> word_logprob(model, tokenizer, "The capital of France is {mask}.", "paris")
        -0.8754
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 伪对数似然 · Pseudo-log-likelihood（3 分 / points）
#
# 双向模型没有从左到右的概率。Salazar et al. (2020) 的办法：轮流盖住每个词元，问它的概率，再相加。
#
# $$\mathrm{PLL}(W) = \sum_{t=1}^{|W|} \log P(w_t \mid W_{\setminus t})$$
#
# A model that sees both sides has no probability from left to right. Salazar et al. (2020): mask each token in turn, ask for its
# probability, add up.

# %% plm="pseudo_log_likelihood"


def pseudo_log_likelihood(model, tokenizer, text: str) -> tuple[float, int]:
    """文本的伪对数似然。 A text's pseudo-log-likelihood.

    参数 Args:
        text: 文本。 The text.

    返回 Returns:
        `(pll, n)`：每个非特殊词元轮流**单独**被盖住，它的对数概率（nat）之和；以及这样的词元的个数。
        `(pll, n)`: each non-special token masked **alone** in turn, its log-probability (nats) summed; and how many they are.

    异常 Raises:
        ValueError: 文本里没有词元。 For a text with no token.

    例 Example:
        >>> pseudo_log_likelihood(model, tokenizer, "The cat sat on the mat.")
        (-14.79, 7)
    """
    raise NotImplementedError


# %% plm="pseudo_perplexity"


def pseudo_perplexity(model, tokenizer, text: str) -> float:
    """伪困惑度：`exp(-pll / n)`。（1 分） Pseudo-perplexity: `exp(-pll / n)`. (1 point)

    例 Example:
        >>> pseudo_perplexity(model, tokenizer, "The cat sat on the mat.")
        8.28
    """
    raise NotImplementedError


# %% plm="bits_per_character"


def bits_per_character(model, tokenizer, text: str) -> float:
    """每个字符的比特数：`-pll / (len(text) · ln 2)`。（1 分） Bits per character. (1 point)

    不同的词表有不同数目的词元，但字符数相同：这个量可以跨模型比较，每词元的困惑度不可以。
    Other vocabularies count other numbers of tokens, but the characters are the same: this can be compared across models, which
    perplexity per token cannot.

    例 Example:
        >>> bits_per_character(model, tokenizer, "The cat sat on the mat.")
        0.928
    """
    raise NotImplementedError


# %% [markdown]
# ## 4. 一组填空题 · A set of gaps（3 分 / points）

# %% plm="cloze_scores"


def cloze_scores(model, tokenizer, items: list[dict[str, str]], k: int = 5) -> dict:
    """模型在一组填空题上的成绩。 A model's scores on a set of gaps.

    参数 Args:
        items: 字典的列表，每个有 `template` 和 `word`。 List of dictionaries with `template` and `word`.
        k: 前 k 个算在内。 How many guesses count.

    返回 Returns:
        含四项的字典 Dictionary of four:

        - `hits`：`bool` 的列表，每题一个。词的词元全部盖住（同 `word_logprob`）；每个位置概率最大的词元都是词自己的那一个，才算对。
          List of `bool`, one per item. The word's tokens are all masked, as in `word_logprob`; a hit: every masked position's
          argmax is the word's own piece.
        - `top1`：对的比例。 The share of hits.
        - `topk`：词的**每个**词元都在它那个位置的前 k 名里，这样的题的比例。
          The share of items whose **every** piece is among its position's k most probable.
        - `mean_logprob`：`word_logprob` 的平均。 Mean of `word_logprob`.

    异常 Raises:
        ValueError: 没有题。 For no items.

    例 Example:
        >>> cloze_scores(model, tokenizer, [{"template": "The capital of France is {mask}.", "word": "paris"}])["hits"]
        [True]
    """
    raise NotImplementedError


# %% [markdown]
# ## 5. 差别还是运气 · A difference, or luck?（2 分 / points）
#
# 两个模型都对或都错的题什么也说明不了。只看不一致的题：$b$ 题只有甲对，$c$ 题只有乙对。若两者一样好，每一题都像抛一枚公平的硬币。
#
# $$p = \min\bigl(1,\; 2 \cdot P[\mathrm{Bin}(b + c, \tfrac12) \le \min(b, c)]\bigr)$$
#
# Items that both get, or neither, tell nothing. Look at those on which they disagree: $b$ that only the first got, $c$ that only the
# second got. Were they equally good, each of these would be the toss of a fair coin.

# %% plm="mcnemar_exact"


def mcnemar_exact(hits_a: list[bool], hits_b: list[bool]) -> float:
    """双侧精确 McNemar 检验的 p 值。 The two-sided p-value of the exact McNemar test.

    参数 Args:
        hits_a, hits_b: 两个模型在同样的题上（次序相同）的对错。 Both models' hits on the same items, in the same order.

    返回 Returns:
        (0, 1] 内的 `float`，按上面的公式；`b + c == 0` 时为 1.0。 A `float` in (0, 1], by the formula above; 1.0 if `b + c == 0`.

    异常 Raises:
        ValueError: 两个列表长度不同，或没有题。 For unequal lengths, or no items.

    例 Example:
        >>> mcnemar_exact([True] * 5, [False] * 5)
        0.0625
    """
    raise NotImplementedError


# %% [markdown]
# ## 6. 放在一起 · Side by side（1 分 / point）

# %% plm="compare_models"


def compare_models(models: dict[str, tuple], items: list[dict[str, str]], texts: list[str], k: int = 5) -> dict:
    """两个模型在同样的题和文本上的成绩。 Two models' scores on the same items and texts.

    参数 Args:
        models: 恰好两个名字，各对应 `(model, tokenizer)`。 Exactly two names, each with `(model, tokenizer)`.
        items, k: 同 `cloze_scores`。 As in `cloze_scores`.
        texts: 计算每字符比特数的文本。 The texts for the bits per character.

    返回 Returns:
        字典：每个名字对应 `top1`、`topk` 和 `bits_per_character`（**所有**文本的比特数之和除以**所有**文本的字符数之和）；另有
        `p_value`，是两个模型的 `hits` 的 McNemar 检验。
        Dictionary: for each name `top1`, `topk` and `bits_per_character` (**all** texts' bits over **all** texts' characters); and
        `p_value`, of the McNemar test on the two models' `hits`.

    异常 Raises:
        ValueError: 不是恰好两个模型。 Unless there are exactly two models.

    例 Example:
        >>> compare_models({"bert": (bert, bert_tokenizer), "roberta": (roberta, roberta_tokenizer)}, items, texts).keys()
        dict_keys(['bert', 'roberta', 'p_value'])
    """
    raise NotImplementedError


# %% [markdown]
# ## 7. 分析 · Analysis（3 分 / points）
#
# 用中文或英文写，一段即可。请回答：
#
# - (a) 就你的数据而言，RoBERTa 的改进有没有帮助：给出结论，并与你自己的数值一致；
# - (b) p 值说明了什么；
# - (c) 这个比较里有什么**没有控制**（训练语料、步数、词表……）。
#
# 要得满分，须写出**两个模型各自的成绩**。最后的单元格会算出来并画图。
#
# In Chinese or English; a paragraph will do. Say
#
# - (a) whether RoBERTa's changes help here: a verdict that agrees with your own numbers;
# - (b) what the p-value tells;
# - (c) what about the comparison is **not controlled** (training text, steps, vocabulary, ...).
#
# Full points need **both models' scores**. The last cells compute and draw them.

# %% plm="ANALYSIS"
ANALYSIS = """"""

# %% [markdown]
# ## 画图（不计分）· Figures (no points)
#
# 写完上面的函数后，把 `DRAW` 改成 `True`。`BERT` 和 `ROBERTA` 为 `None` 时用当前档位的一对模型：默认是随练习附带的英文小模型
# （同样的文本、同样的大小）；环境变量 `PLM_PROFILE=hub` 时是 `bert-base-uncased` 和 `roberta-base`
# （先运行 `plm models fetch --profile hub`）。也可以写模型名或本机的模型文件夹。`data/cloze.json` 里有填空题和文本。
#
# When the functions above are done, set `DRAW` to `True`. With `BERT` and `ROBERTA` at `None` your profile's pair is used: the shipped
# tiny English models (the same text, the same size), or, with `PLM_PROFILE=hub` in the environment, `bert-base-uncased` and
# `roberta-base` (run `plm models fetch --profile hub` first). Names and folders on this machine do as well. Gaps and texts are in
# `data/cloze.json`.

# %%
DRAW = False
BERT, ROBERTA = None, None
TEMPLATES = (
    "The capital of France is {mask}.",
    "She opened the door with a {mask}.",
    "Save the {mask} before you close it.",
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


def shown(word: str) -> str:
    """A word as a figure's label: `$` would start a formula, and other scripts may have no font."""
    return word.replace("$", r"\$") if word and word.isascii() and word.isprintable() else ascii(word)


# %%
def draw_guesses(models: dict[str, tuple], axes, lang: str) -> None:
    """Both models' guesses for each template: one row a template, one column a model."""
    for row, template in zip(axes, TEMPLATES, strict=True):
        for axis, (name, (model, tokenizer)) in zip(row, models.items(), strict=True):
            words, probabilities = zip(*fill_mask(model, tokenizer, template), strict=True)
            axis.barh(range(len(words)), probabilities)
            axis.set_yticks(range(len(words)), [shown(word) for word in words])
            axis.invert_yaxis()
            axis.set_title(f"{name}: {template.replace('{mask}', '___')}", fontsize="medium")
    for axis in axes[-1]:
        axis.set_xlabel("概率" if lang == "zh" else "probability")


# %%
if DRAW:
    import json
    from pathlib import Path

    import matplotlib.pyplot as plt
    from transformers import AutoModelForMaskedLM, AutoTokenizer
    from transformers.utils import logging

    from autograder.models import model_folder

    logging.set_verbosity_error()  # the head that is left out would be reported at length
    sources = {"BERT": model_folder(BERT or "mlm-bert"), "RoBERTa": model_folder(ROBERTA or "mlm-roberta")}
    font = chinese_font()
    lang = "zh" if font else "en"
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
        plt.rcParams["axes.unicode_minus"] = False
    models = {
        name: (AutoModelForMaskedLM.from_pretrained(source), AutoTokenizer.from_pretrained(source))
        for name, source in sources.items()
    }
    figure, axes = plt.subplots(
        len(TEMPLATES), 2, figsize=(12, 2.4 * len(TEMPLATES)), sharex=True, layout="constrained"
    )
    draw_guesses(models, axes, lang)
    plt.show()
    data = json.loads(Path("data/cloze.json").read_text(encoding="utf-8"))
    results = compare_models(models, data["items"], data["texts"])
    for name in models:
        print(f"{name:8} " + "  ".join(f"{key} {value:.3f}" for key, value in results[name].items()))
    print(f"p = {results['p_value']:.3f}  ({len(data['items'])} items)")
