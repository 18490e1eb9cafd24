# %% [markdown]
# # 一个词，两种语境
#
# Word2Vec 和 GloVe 给每个词一个固定的向量。BERT 不同：每一层都把一个词元的向量与上下文混合，所以同一个词在每个句子里都有自己的向量。
# 本练习取出**被标记的词**的向量，逐层比较两个语境，最后认真回答一个问题：**同一义项**的两次使用，是否比**不同义项**的两次使用更接近？
#
# - 词用半角方括号标记：`我在[银行]存钱`。
# - 每个函数下面的说明就是全部要求。函数名、参数名、参数顺序和默认值不要改；可以增加自己的辅助函数。
# - 随时检查：`plm check polysemy`。提交后还会运行另一组检查，它们只检查说明里写明的内容。
#
# # One word, two contexts
#
# Word2Vec and GloVe have one fixed vector per word. BERT is different: every layer mixes a token's vector with its context,
# so the same word has a vector of its own in every sentence. Here you take out the vector of a **marked word**, compare two
# contexts layer by layer, and in the end put the question properly: are two uses of **the same sense** closer than uses of
# **different senses**?
#
# - Square brackets mark the word: `我在[银行]存钱`.
# - The text under each function is all that is asked. Keep the functions' names, and the names, order and defaults of their
#   parameters; helper functions of your own are welcome.
# - Check yourself at any time: `plm check polysemy`. More checks run after you hand in; they test only what is written here.

# %% plm="setup"
import torch

# %% [markdown]
# ## 1. 读标记 · Read the marks（2 分 / points）
#
# 后面的函数都从带标记的句子出发。先把标记去掉，并记住词的位置。
#
# All that follows starts from a marked sentence. Take the marks off, and remember where the word was.

# %% plm="parse_marked"


def parse_marked(marked: str) -> tuple[str, int, int]:
    """去掉方括号，返回文本和词的字符区间。 Take the brackets off; return the text and the word's span of characters.

    参数 Args:
        marked: 用半角方括号标记了一个词的句子。 A sentence with one word in ASCII square brackets.

    返回 Returns:
        `(text, start, end)`：不含方括号的文本；词在其中的半开区间，即 `text[start:end]` 是这个词。
        The text without the brackets, and the word's half-open span in it: `text[start:end]` is the word.

    异常 Raises:
        ValueError: 除非恰有一个 `[` 和一个 `]`，先后次序正确，中间至少有一个字符。其他括号（如 `【】`）不是标记。
            Unless there is exactly one `[` and one `]`, in this order, with at least one character between. Brackets of
            other kinds (`【】`, say) are no marks.

    例 Example:
        >>> parse_marked("我在[银行]存钱")
        ('我在银行存钱', 2, 4)
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 从字符到词元 · From characters to tokens（4 分 / points）
#
# 模型看到的是词元，不是字符。汉字通常一字一个词元，但 `GPU`、`2024`、`banks` 可能是一个词元，也可能是几个；在字节级 BPE 里一个汉字甚至会是
# 几个词元。只有分词器知道每个词元来自哪些字符，所以问它。
#
# The model sees tokens, not characters. A hanzi is usually one token, but `GPU`, `2024` or `banks` may be one or several, and
# in a byte-level BPE even a single hanzi becomes several. Only the tokenizer knows which characters a token came from: ask it.

# %% plm="token_span"


def token_span(tokenizer, text: str, start: int, end: int) -> tuple[int, int]:
    """找出与字符区间 `[start, end)` 有重叠的词元。 Find the tokens that overlap the characters `[start, end)`.

    参数 Args:
        tokenizer: Hugging Face 的快速分词器：逐字的中文、WordPiece 或字节级 BPE。
            A fast Hugging Face tokenizer: character-level Chinese, WordPiece or byte-level BPE.
        text: 不含标记的句子。 The sentence without marks.
        start, end: 词的半开字符区间。同一个词可能出现几次，区间说明是哪一次。
            The word's half-open span of characters. A word may occur more than once: the span says which one is meant.

    返回 Returns:
        `(first, last)`：`tokenizer(text)["input_ids"]` 中位置的半开区间，特殊词元（如 `[CLS]`）计入位置。
        Half-open span of positions in `tokenizer(text)["input_ids"]`, special tokens such as `[CLS]` counted.

    异常 Raises:
        ValueError: 区间为空、超出文本，或没有任何词元与它重叠。 For a span that is empty or reaches outside the text, or that
            no token overlaps.

    例 Example:
        >>> token_span(tokenizer, "我在银行存钱", 2, 4)  # [CLS] 我 在 银 行 存 钱 [SEP]
        (3, 5)
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 词向量 · The word's vector（4 分 / points）
#
# `output_hidden_states=True` 让模型交出每一层的输出：`hidden_states[0]` 是嵌入层的输出，之后每层一个。
#
# With `output_hidden_states=True` the model hands over every layer's output: `hidden_states[0]` is the output of the
# embeddings, then there is one for each layer.

# %% plm="word_vector"


def word_vector(model, tokenizer, marked: str, layer: int = -1) -> torch.Tensor:
    """被标记的词在某一层的向量：其全部词元的平均。 The marked word's vector at one layer: the mean over all its tokens.

    参数 Args:
        model: Hugging Face 编码器，可能处于训练模式。 A Hugging Face encoder; it may arrive in train mode.
        tokenizer: 它的快速分词器。 Its fast tokenizer.
        marked: 带标记的句子；方括号不进入模型。 A marked sentence; the brackets never reach the model.
        layer: `hidden_states` 的下标：0 是嵌入层输出，-1 是最后一层。 Index into `hidden_states`: 0 is the embedding output, -1
            the last layer.

    返回 Returns:
        形状为 `(hidden_size,)` 的张量，`[CLS]` 和 `[SEP]` 不参与平均。 Tensor `(hidden_size,)`; `[CLS]` and `[SEP]` take no part.

    注意 Note:
        结果必须是确定的（没有 dropout），不跟踪梯度；函数返回后模型的参数和模式（train/eval）与传入时相同；不改动全局随机状态。
        The result is deterministic (no dropout) and tracks no gradient; the model is left with the weights and in the mode
        (train/eval) it came in, and the global random state as it was.

    异常 Raises:
        IndexError: 没有这一层（过大或过小）。 There is no such layer (too large, or too far below zero).

    例 Example:
        >>> word_vector(model, tokenizer, "我在[银行]存钱").shape
        torch.Size([768])
    """
    raise NotImplementedError


# %% [markdown]
# ## 4. 余弦相似度 · Cosine similarity（2 分 / points）
#
# $$\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert\,\lVert v \rVert}$$

# %% plm="cosine_similarity"


def cosine_similarity(u: torch.Tensor, v: torch.Tensor) -> float:
    """两个向量夹角的余弦。 The cosine of the angle between two vectors.

    参数 Args:
        u, v: 形状为 `(n,)` 的张量，不被改动。 Tensors `(n,)`; they are left as they are.

    返回 Returns:
        [-1, 1] 内的 Python `float`；浮点误差不得使结果越界。 A Python `float` in [-1, 1]: rounding must not carry it outside.

    异常 Raises:
        ValueError: 零向量，或两者形状不同。 For a zero vector, or unequal shapes.

    例 Example:
        >>> cosine_similarity(torch.tensor([3.0, 0.0]), torch.tensor([0.5, 0.0]))
        1.0
    """
    raise NotImplementedError


# %% [markdown]
# ## 5. 逐层比较 · Layer by layer（2 分 / points）

# %% plm="layerwise_similarity"


def layerwise_similarity(model, tokenizer, marked_a: str, marked_b: str) -> list[float]:
    """两个句子中被标记的词，在每一层的余弦相似度。 The cosine of two sentences' marked words at every layer.

    参数 Args:
        model, tokenizer: 同 `word_vector`，同样的注意事项。 As in `word_vector`, with the same note.
        marked_a, marked_b: 两个带标记的句子。 Two marked sentences.

    返回 Returns:
        `num_hidden_layers + 1` 个 `float` 的列表，嵌入层在最前。 List of `num_hidden_layers + 1` floats, embeddings first.

    例 Example:
        >>> len(layerwise_similarity(model, tokenizer, "我在[银行]存钱", "我在[银行]散步"))
        13
    """
    raise NotImplementedError


# %% [markdown]
# ## 6. 义项分得开吗 · Do the senses separate?（3 分 / points）
#
# 只看一对句子说明不了什么：换一个语境，向量总会移动。要看的是同一义项**之内**的平均相似度，是否高于两个义项**之间**的。
#
# One pair of sentences shows little: any new context moves the vector. What counts is whether the mean similarity **within**
# a sense is higher than **between** the two senses.

# %% plm="sense_separation"


def sense_separation(model, tokenizer, sense_a: list[str], sense_b: list[str], layer: int = -1) -> dict[str, float]:
    """比较义项之内与义项之间的相似度。 Compare similarities within the senses and between them.

    参数 Args:
        model, tokenizer, layer: 同 `word_vector`，同样的注意事项。 As in `word_vector`, with the same note.
        sense_a, sense_b: 两个义项的例句列表（带标记）。 The two senses' lists of marked sentences.

    返回 Returns:
        含三个 `float` 的字典 Dictionary of three floats:

        - `within`：同一义项中任取两个不同句子（不计次序），所有这样的句对的平均余弦；两个义项的句对合在一起平均。
          Mean cosine over all unordered pairs of different sentences of the same sense, both senses' pairs pooled.
        - `between`：两个义项各取一句，所有这样的句对的平均余弦。 Mean cosine over all cross pairs.
        - `gap`：`within - between`。

    异常 Raises:
        ValueError: 某个义项少于两个句子。 If a sense has fewer than two sentences.

    例 Example:
        >>> sense_separation(model, tokenizer, ["[花]开了", "一束[花]"], ["[花]钱", "[花]时间"]).keys()
        dict_keys(['within', 'between', 'gap'])
    """
    raise NotImplementedError


# %% [markdown]
# ## 7. 分析 · Analysis（3 分 / points）
#
# 用中文或英文写，一段即可。请回答：
#
# - (a) 换了语境，哪些量有差别，差多少；
# - (b) 差别出现在哪些层；
# - (c) 为什么会这样；
# - (d) 银行 在“存钱”和“散步”两句里是**同一个义项**，所以它是对照；请与一个确有两个义项的词（如 苹果、杜鹃）比较，说明语境和义项的区别。
#
# 要得满分，须写出**你自己算出的数值**。最后的单元格可以帮你画图。
#
# In Chinese or English; a paragraph will do. Say
#
# - (a) what differs between the two contexts, and by how much;
# - (b) at which layers;
# - (c) why;
# - (d) that 银行 has **one sense** in both sentences (saving money, taking a walk), which makes it a control: compare it with a
#   word that has two, such as 苹果 or 杜鹃, and tell context from sense.
#
# Full points need **numbers that you computed**. The last cells help you with figures.

# %% plm="ANALYSIS"
ANALYSIS = """"""

# %% [markdown]
# ## 画图（不计分）· Figures (no points)
#
# 写完上面的函数后，把 `DRAW` 改成 `True`。`MODEL = None` 时用当前档位的模型：默认是随练习附带的小模型；启动前设环境变量
# `PLM_PROFILE=small` 或 `hub`，就用真实模型（先运行 `plm models fetch --profile small`）。`MODEL` 也可以是模型名或本机的模型文件夹。
# `small` 的模型也懂英文：可以把 `"bank"` 加进 `WORDS_TO_DRAW`。它有十二层，中图要算一两分钟。
#
# When the functions above are done, set `DRAW` to `True`. With `MODEL = None` the model is your profile's: the small one that comes with
# the exercises, or a real one if `PLM_PROFILE` is `small` or `hub` in the environment (run `plm models fetch --profile small` first).
# `MODEL` may also be a model's name, or a folder on this machine. The model of `small` knows English as well: `"bank"` may join
# `WORDS_TO_DRAW`. It has twelve layers, and the figure in the middle takes a minute or two.

# %%
DRAW = False
MODEL = None
WORDS_TO_DRAW = ("银行", "苹果", "杜鹃", "打", "花", "病毒")


def chinese_font() -> str | None:
    """The name of an installed font that has hanzi, or None."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    wanted = (
        "Noto Sans CJK SC, Noto Sans CJK JP, Noto Sans SC, Source Han Sans SC, Source Han Sans CN, PingFang SC, Hiragino Sans GB, "
        "Heiti SC, Heiti TC, Songti SC, Arial Unicode MS, Microsoft YaHei, SimHei, SimSun, WenQuanYi Zen Hei, WenQuanYi Micro Hei"
    )
    return next((name for name in wanted.split(", ") if name in installed), None)


def load_words() -> list[dict]:
    """The words of data/senses.json that are to be drawn."""
    import json
    from pathlib import Path

    languages = json.loads(Path("data/senses.json").read_text(encoding="utf-8"))
    return [word for language in ("zh", "en") for word in languages[language] if word["word"] in WORDS_TO_DRAW]


def label(word: dict, lang: str) -> str:
    """How a word is named in a figure: in English by its senses, where no font has hanzi."""
    if lang == "zh":
        return word["word"] + ("（对照）" if word["kind"] == "control" else "")
    return (
        "control: bank" if word["kind"] == "control" else " / ".join(sense["gloss"]["en"] for sense in word["senses"])
    )


# %%
def draw_layers(model, tokenizer, words: list[dict], axes, lang: str) -> None:
    """Similarity by layer: each word in one sentence of either group."""
    for word in words:
        first, second = (sense["sentences"][0] for sense in word["senses"])
        axes.plot(layerwise_similarity(model, tokenizer, first, second), marker="o", label=label(word, lang))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("层（0 为嵌入层）" if lang == "zh" else "layer (0: embeddings)")
    axes.set_ylabel("余弦相似度" if lang == "zh" else "cosine similarity")
    axes.set_title("两句之间，逐层" if lang == "zh" else "two sentences, by layer")
    axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)


def draw_gaps(model, tokenizer, words: list[dict], axes, lang: str) -> None:
    """The gap by layer: above zero where a word's two groups of sentences lie apart."""
    layers = range(model.config.num_hidden_layers + 1)
    for word in words:
        groups = [sense["sentences"] for sense in word["senses"]]
        gaps = [sense_separation(model, tokenizer, *groups, layer=layer)["gap"] for layer in layers]
        axes.plot(layers, gaps, marker="o", label=label(word, lang))
    axes.axhline(0, color="0.7")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("层（0 为嵌入层）" if lang == "zh" else "layer (0: embeddings)")
    axes.set_ylabel("gap")
    axes.set_title("组内减组间，逐层" if lang == "zh" else "within minus between, by layer")
    axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)


def draw_senses(model, tokenizer, words: list[dict], axes, lang: str) -> None:
    """Similarity within and between each word's two groups of sentences, at the last layer; the numbers are printed."""
    results = [sense_separation(model, tokenizer, *(sense["sentences"] for sense in word["senses"])) for word in words]
    for word, result in zip(words, results, strict=True):
        print(label(word, lang), *(f"{key} {value:.3f}" for key, value in result.items()))
    names = {"within": "组内" if lang == "zh" else "within", "between": "组间" if lang == "zh" else "between"}
    rows = range(len(words))
    axes.hlines(rows, [result["within"] for result in results], [result["between"] for result in results], color="0.7")
    for (key, name), marker in zip(names.items(), "os", strict=True):
        axes.plot([result[key] for result in results], rows, marker, label=name)
    axes.set_yticks(rows, [label(word, lang) for word in words])
    axes.set_xlabel("平均余弦相似度" if lang == "zh" else "mean cosine similarity")
    axes.set_title("组内与组间，最后一层" if lang == "zh" else "within and between, last layer")
    axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)


# %%
if DRAW:
    import matplotlib.pyplot as plt
    from transformers import AutoModel, AutoTokenizer
    from transformers.utils import logging

    from autograder.models import model_folder

    logging.set_verbosity_error()  # AutoModel leaves the pretraining heads out, and would say so at length
    font = chinese_font()
    lang = "zh" if font else "en"
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
        plt.rcParams["axes.unicode_minus"] = False
    folder = model_folder(MODEL or "encoder-zh")
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder)
    words = load_words()
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(18, 5), layout="constrained")
    draw_layers(model, tokenizer, words, left, lang)
    draw_gaps(model, tokenizer, words, middle, lang)
    draw_senses(model, tokenizer, words, right, lang)
    plt.show()
