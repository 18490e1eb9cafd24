# %% [markdown]
# # 用 Trainer 微调 BERT（MLM）
#
# 通用模型很少见过天文学的词。本练习用几百个关于天文的短句，按预训练时的办法（盖住词元，再猜出来）继续训练一个小 BERT，
# 看它对**领域词**的预测怎样改变。两个指标：完形填空的命中率，和没有见过的文本上的困惑度。
#
# - 训练前后必须用**同样的办法**测量，否则测量的变化看起来就像模型的变化。
# - 数据在 `data/astronomy.json`，训练和评估按**文章**分开。
# - 每个函数下面的说明就是全部要求。函数名、参数名、参数顺序和默认值不要改；可以增加自己的辅助函数。
# - 随时检查：`plm check finetune`。提交后还会运行另一组检查，它们只检查说明里写明的内容。
#
# # Fine-tuning BERT (MLM) with the Trainer
#
# A general model has hardly met the words of astronomy. Here you go on training a small BERT as it was trained before (hide tokens,
# ask for them) on a few hundred short sentences about astronomy, and see how its prediction of **domain words** changes, by two
# numbers: hits in a cloze test, and perplexity on text it has not seen.
#
# - Measure before and after **in the same way**, or a change in the measurement will look like a change in the model.
# - The data are in `data/astronomy.json`; training and evaluation text are separated by **document**.
# - The text under each function is all that is asked. Keep the functions' names, and the names, order and defaults of their
#   parameters; helper functions of your own are welcome.
# - Check yourself at any time: `plm check finetune`. More checks run after you hand in; they test only what is written here.

# %% plm="setup"
import math

import torch
import torch.nn.functional as F
from datasets import Dataset
from transformers import Trainer, TrainingArguments

# %% [markdown]
# ## 1. 数据集 · The dataset（4 分 / points）
#
# 模型能读的长度有限。长文本要切成几块，每一块都像一个完整的输入：有自己的 `[CLS]` 和 `[SEP]`。直接截断会丢掉后面的词元。
#
# A model reads only so much at a time. A long text is cut into blocks, each of which looks like a whole input, with its own `[CLS]`
# and `[SEP]`. Plain truncation would lose the rest.

# %% plm="make_dataset"


def make_dataset(tokenizer, texts: list[str], block_size: int = 64) -> Dataset:
    """把文本切成块。 Cut texts into blocks.

    参数 Args:
        tokenizer: Hugging Face 的快速分词器。 A fast Hugging Face tokenizer.
        texts: 文本的列表。空白文本（空串或只有空白字符）丢弃。 List of texts. Blank ones (empty, or white space only) are dropped.
        block_size: 一块最多多少个词元，特殊词元计算在内。 The most tokens in a block, special tokens counted.

    返回 Returns:
        `datasets.Dataset`，每行一块，列为 `input_ids`、`attention_mask`、`special_tokens_mask`（特殊词元处为 1）。
        A `datasets.Dataset` with a block in each row and the columns `input_ids`, `attention_mask` and `special_tokens_mask` (1 at
        special tokens).

        - 一块放不下的文本成为几块；每块都有自己的特殊词元，总长不超过 `block_size`。
          A text longer than a block becomes several; each has its own special tokens and is at most `block_size` long.
        - 文本的词元一个不丢，一个不重复；一块里不混两个文本。 No token of a text is lost or repeated; no block mixes two texts.

    异常 Raises:
        ValueError: 除去特殊词元之后，一块里没有余地。 If a block leaves no room beside the special tokens.

    例 Example:
        >>> [len(ids) for ids in make_dataset(tokenizer, ["恒星自己发光。", " "], block_size=6)["input_ids"]]
        [6, 5]
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 掩码 · The masks（4 分 / points）
#
# 掩码在组成 batch 的时候才抽：同一句话每次被盖住的地方不同（RoBERTa 所说的动态掩码）。
#
# Masks are drawn when a batch is put together: a sentence is masked elsewhere each time (dynamic masking, as RoBERTa calls it).

# %% plm="make_collator"


def make_collator(tokenizer, mlm_probability: float = 0.15, seed: int | None = None):
    """造一个函数，把数据集的若干行变成一个带掩码的 batch。 Make the function that turns rows of the dataset into a masked batch.

    参数 Args:
        tokenizer: Hugging Face 的快速分词器。 A fast Hugging Face tokenizer.
        mlm_probability: 每个非特殊词元被选中的概率。 The chance of each non-special token to be chosen.
        seed: 随机种子；`None` 表示不固定。 Seed; `None` for none.

    返回 Returns:
        可调用对象：接受 `make_dataset` 的若干行（字典的列表），返回字典，含形状为 `(batch, 长度)` 的 long 张量
        `input_ids`、`attention_mask`、`labels`。
        A callable: from a list of rows of `make_dataset` (dicts) to a dict of long tensors `input_ids`, `attention_mask` and `labels`,
        each `(batch, length)`.

        - 被选中的词元：80% 换成 mask 词元，10% 换成随机词元，10% 不变。
          Of the chosen tokens 80 % become the mask token, 10 % a random token, 10 % stay.
        - `labels` 在被选中处（无论怎样处理）是原来的 id，其余（包括填充）为 -100。
          `labels` is the original id wherever a token was chosen, whatever became of it, and -100 elsewhere (padding too).
        - 长短不一的行用填充对齐，填充处的 `attention_mask` 为 0。 Rows of unequal length are padded, with `attention_mask` 0 there.
        - 每次调用的掩码不同；种子相同的两个函数给出同样的掩码序列。给了种子时，全局随机状态保持原样。
          Masks differ from call to call; the same seed gives the same sequence of masks. With a seed, the global random state is
          left as it was.

    例 Example:
        >>> collate = make_collator(tokenizer, seed=0)
        >>> collate(list(make_dataset(tokenizer, ["恒星自己发光。"])))["labels"].shape
        torch.Size([1, 9])
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 训练 · Training（4 分 / points）
#
# 网上的教程大多是为旧版 transformers 写的。在第 5 版里，`evaluation_strategy` 改名为 `eval_strategy`，`Trainer(tokenizer=...)` 改为
# `processing_class=...`，`no_cuda` 改为 `use_cpu`，`overwrite_output_dir` 和 `logging_dir` 没有了。
#
# Most tutorials were written for older versions of transformers. In version 5 `evaluation_strategy` is called `eval_strategy`,
# `Trainer(tokenizer=...)` is `processing_class=...`, `no_cuda` is `use_cpu`; `overwrite_output_dir` and `logging_dir` are gone.

# %% plm="finetune_mlm"


def finetune_mlm(
    model,
    tokenizer,
    train_texts: list[str],
    eval_texts: list[str],
    output_dir: str,
    epochs: int = 3,
    learning_rate: float = 5e-4,
    batch_size: int = 16,
    seed: int = 0,
) -> Trainer:
    """用 MLM 继续训练模型。 Train a model further by masked language modelling.

    参数 Args:
        model: 带 MLM 头的模型，**就地**训练，即传入的对象本身被改变。 A model with an MLM head, trained **in place**: the object that
            was passed in changes.
        tokenizer: 它的快速分词器。 Its fast tokenizer.
        train_texts: 训练文本。 What it learns from.
        eval_texts: 评估文本，不参与训练。 What it is evaluated on; nothing is learned from them.
        output_dir: 唯一可以写入的文件夹。 The only folder that may be written to.
        epochs, learning_rate: 轮数与学习率。 Number of epochs, and learning rate.
        batch_size: 每步的行数。 Rows a step.
        seed: 随机种子：种子相同，训练后的参数相同。 Seed: the same one gives the same weights after training.

    返回 Returns:
        训练完的 `transformers.Trainer`。每轮结束时只在 `eval_texts` 上评估，`state.log_history` 里每轮有一个 `eval_loss`；
        不向任何外部服务报告；只写 `output_dir`。
        The `transformers.Trainer` after training. It evaluates at each epoch's end on `eval_texts` only, so that
        `state.log_history` has an `eval_loss` for every epoch; it reports to no outside service and writes only under `output_dir`.
        训练时掩码的比例由你决定：见题目单里的调参提示。 The share of masks in training is yours to choose: see the task sheet.

    例 Example:
        >>> trainer = finetune_mlm(model, tokenizer, train_texts, eval_texts, "output", epochs=1)
        >>> [entry["eval_loss"] for entry in trainer.state.log_history if "eval_loss" in entry]
        [5.06]
    """
    raise NotImplementedError


# %% [markdown]
# ## 4. 完形填空 · The cloze test（2 分 / points）

# %% plm="cloze_accuracy"


def cloze_accuracy(model, tokenizer, items: list[dict[str, str]]) -> float:
    """填空的命中率。 How often the model fills the gap rightly.

    参数 Args:
        model: 带 MLM 头的模型，可能处于训练模式。 A model with an MLM head; it may arrive in train mode.
        tokenizer: 它的快速分词器：逐字的中文、WordPiece 或字节级 BPE。
            Its fast tokenizer: character-level Chinese, WordPiece or byte-level BPE.
        items: 字典的列表，每项有 `template`（恰含一个 `{mask}` 的句子）和 `word`（空里原来的词）。
            List of dicts with `template` (a sentence with `{mask}` in it exactly once) and `word` (what stood there).

    返回 Returns:
        [0, 1] 内的 `float`：命中的项所占的比例。把词填回句子后分词，与词的字符有重叠的词元全部换成 mask 词元，模型运行一次；
        每一个被盖住的位置上，概率最大的词元都正是原来的那个，才算命中。
        A `float` in [0, 1], the share of hits. The sentence with the word in its gap is tokenised; all tokens that overlap the
        word's characters are replaced by the mask token; the model runs once. A hit: at every masked position the most probable
        token is the very one that was there.

    注意 Note:
        结果是确定的（没有 dropout），不跟踪梯度；模型的参数和模式（train/eval）与传入时相同；不改动全局随机状态。
        The result is deterministic (no dropout) and tracks no gradient; the model is left with the weights and in the mode
        (train/eval) it came in, and the global random state as it was.

    异常 Raises:
        ValueError: 没有任何项，或某个 `template` 里的 `{mask}` 不是恰好一个。 For no items, or a template without exactly one `{mask}`.

    例 Example:
        >>> cloze_accuracy(model, tokenizer, [{"template": "太阳是一颗{mask}。", "word": "恒星"}])
        0.0
    """
    raise NotImplementedError


# %% [markdown]
# ## 5. 困惑度 · Perplexity（1 分 / point）

# %% plm="perplexity"


def perplexity(loss: float) -> float:
    """由平均交叉熵得到困惑度。 The perplexity of a mean cross-entropy.

    参数 Args:
        loss: 平均交叉熵，自然对数。 Mean cross-entropy, in nats.

    返回 Returns:
        `exp(loss)`，Python 的 `float`；大到浮点数放不下时是 `inf`，不抛异常。
        `exp(loss)`, a Python `float`; `inf` where it is too large for one, never an exception.

    例 Example:
        >>> perplexity(0.0)
        1.0
    """
    raise NotImplementedError


# %% [markdown]
# ## 6. 实验 · The experiment（2 分 / points）
#
# 掩码一换，同一个模型的困惑度就会变（小数据上可以差一倍）。比较前后，必须用同一组掩码。
#
# With other masks the same model has another perplexity (on little data, up to twice as high). To compare before and after, use the
# same masks.

# %% plm="run_experiment"


def run_experiment(
    model,
    tokenizer,
    train_texts: list[str],
    eval_texts: list[str],
    items: list[dict[str, str]],
    output_dir: str,
    seed: int = 0,
) -> dict[str, float]:
    """测量，训练，再测量。 Measure, train, measure again.

    参数 Args:
        model, tokenizer, train_texts, eval_texts, output_dir, seed: 同 `finetune_mlm`；模型就地训练。
            As in `finetune_mlm`; the model is trained in place.
        items: 同 `cloze_accuracy`。 As in `cloze_accuracy`.

    返回 Returns:
        含四个 `float` 的字典 Dictionary of four floats:

        - `accuracy_before`、`accuracy_after`：训练前、后 `items` 上的命中率。 Share of hits on `items` before and after training.
        - `perplexity_before`、`perplexity_after`：训练前、后 `eval_texts` 上的困惑度，**掩码相同**。
          Perplexity on `eval_texts` before and after, on **the same masks**.

        轮数和学习率由你决定。 Epochs and learning rate are up to you.

    例 Example:
        >>> run_experiment(model, tokenizer, train_texts, eval_texts, items, "output").keys()
        dict_keys(['accuracy_before', 'accuracy_after', 'perplexity_before', 'perplexity_after'])
    """
    raise NotImplementedError


# %% [markdown]
# ## 7. 分析 · Analysis（3 分 / points）
#
# 用中文或英文写，一段即可。请回答：
#
# - (a) 领域词的预测怎样改变，写出数值；
# - (b) 失去了什么，或有什么风险（过拟合、遗忘、训练与评估文本之间的泄漏），从什么看得出来。
#
# 要得满分，须写出**你自己算出的数值**。下面的单元格可以帮你画图；`data/astronomy.json` 里的 `general` 是日常的句子，可以用来看遗忘。
#
# In Chinese or English; a paragraph will do. Say
#
# - (a) how the prediction of domain words changed, with the numbers;
# - (b) what was lost or risked (overfitting, forgetting, leakage between training and evaluation text), and what shows it.
#
# Full points need **numbers that you computed**. The cells below help you with figures; `general` in `data/astronomy.json` holds
# everyday sentences, on which forgetting can be seen.

# %% plm="ANALYSIS"
ANALYSIS = """"""

# %% [markdown]
# ## 画图（不计分）· Figures (no points)
#
# 写完上面的函数后，把 `DRAW` 改成 `True`。默认的 `MODEL` 是随练习附带的中文小 BERT；也可以写 `bert-base-chinese`（先运行
# `plm models fetch bert-base-chinese`）、其他模型名或文件夹，那时轮数要少、学习率要小得多（如 3 轮、5e-5）。
#
# When the functions above are done, set `DRAW` to `True`. `MODEL` is at first the small Chinese BERT that comes with the exercises; it
# can be `bert-base-chinese` (run `plm models fetch bert-base-chinese` first), another model's name or a folder, which want
# fewer epochs and a much lower rate (3 and 5e-5, say).

# %%
DRAW = False
MODEL = "bert-zh"
EPOCHS, LEARNING_RATE, BATCH_SIZE = 16, 5e-3, 24


def chinese_font() -> str | None:
    """The name of an installed font that has hanzi, or None."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    wanted = (
        "Noto Sans CJK SC, Noto Sans CJK JP, Noto Sans SC, Source Han Sans SC, Source Han Sans CN, PingFang SC, Hiragino Sans GB, "
        "Heiti SC, Heiti TC, Songti SC, Arial Unicode MS, Microsoft YaHei, SimHei, SimSun, WenQuanYi Zen Hei, WenQuanYi Micro Hei"
    )
    return next((name for name in wanted.split(", ") if name in installed), None)


def load_data() -> dict:
    """Texts and cloze items of data/astronomy.json: `train`, `eval` and `general` as lists of sentences, `items` as they are."""
    import json
    from pathlib import Path

    data = json.loads(Path("data/astronomy.json").read_text(encoding="utf-8"))
    texts = {part: [s for doc in data[part] for s in doc["sentences"]] for part in ("train", "eval", "general")}
    return {**texts, "items": data["items"]}


# %%
def draw_losses(trainer, axes, lang: str) -> None:
    """Training and evaluation loss by epoch, from the Trainer's own history."""
    for key, name in (
        ("loss", "训练" if lang == "zh" else "training"),
        ("eval_loss", "评估" if lang == "zh" else "evaluation"),
    ):
        points = [(entry["epoch"], entry[key]) for entry in trainer.state.log_history if key in entry]
        if points:
            axes.plot(*zip(*points, strict=True), marker="o", label=name)
    axes.set_xlabel("轮" if lang == "zh" else "epoch")
    axes.set_ylabel("损失（nats）" if lang == "zh" else "loss (nats)")
    axes.set_title("损失" if lang == "zh" else "loss")
    axes.legend()


def draw_accuracy(before: float, after: float, axes, lang: str) -> None:
    """Hits on domain words before and after."""
    bars = axes.bar(
        ["训练前", "训练后"] if lang == "zh" else ["before", "after"], [before, after], color=["0.75", "C0"]
    )
    axes.bar_label(bars, fmt="{:.0%}")
    axes.set_ylim(0, 1)
    axes.set_ylabel("命中率" if lang == "zh" else "share of hits")
    axes.set_title("领域词填空" if lang == "zh" else "cloze test on domain words")


# %%
if DRAW:
    import tempfile

    import matplotlib.pyplot as plt
    from transformers import AutoModelForMaskedLM, AutoTokenizer
    from transformers.utils import logging

    from autograder.models import model_folder

    logging.set_verbosity_error()  # the head that is left out would be reported at length
    font = chinese_font()
    lang = "zh" if font else "en"
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
        plt.rcParams["axes.unicode_minus"] = False
    data = load_data()
    folder = model_folder(MODEL)
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForMaskedLM.from_pretrained(folder)
    before = cloze_accuracy(model, tokenizer, data["items"])
    with tempfile.TemporaryDirectory() as output:
        trainer = finetune_mlm(model, tokenizer, data["train"], data["eval"], output, EPOCHS, LEARNING_RATE, BATCH_SIZE)
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    draw_losses(trainer, left, lang)
    after = cloze_accuracy(model, tokenizer, data["items"])
    print(f"finetune_mlm: accuracy {before:.3f} -> {after:.3f}")
    draw_accuracy(before, after, right, lang)
    plt.show()

# %%
if DRAW:
    model = AutoModelForMaskedLM.from_pretrained(folder)
    with tempfile.TemporaryDirectory() as output:
        print(run_experiment(model, tokenizer, data["train"], data["eval"], data["items"], output))
