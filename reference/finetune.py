"""Fine-tuning BERT by masked language modelling: what a few hundred sentences of one field teach a model.

A general model has hardly met the words of astronomy. We go on training it as it was trained before, by hiding tokens and asking
for them, on a small corpus of that field, and look at two numbers on text it has not seen: how often it fills in a domain word
rightly, and its perplexity. Both are measured before and after in the same way, for a change in the measurement would look like
a change in the model.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
import torch.nn.functional as F
from datasets import Dataset
from torch import Tensor
from transformers import Trainer, TrainingArguments

IGNORED = -100
Collator = Callable[[list[dict[str, Any]]], dict[str, Tensor]]

# %% plm="make_dataset"


def make_dataset(tokenizer: Any, texts: list[str], block_size: int = 64) -> Dataset:
    """Cut texts into blocks that the model can read, losing nothing.

    Args:
        tokenizer: a fast tokenizer.
        texts: any texts; blank ones are dropped.
        block_size: the most tokens in a block, special tokens counted.

    Returns:
        A dataset with `input_ids`, `attention_mask` and `special_tokens_mask`. A text that does not fit into one block becomes
        several, each with its own special tokens; no block holds tokens of two texts.

    Raises:
        ValueError: if a block leaves no room beside the special tokens.

    Example:
        >>> make_dataset(tokenizer, ["恒星自己发光。"], block_size=6)["input_ids"]  # [CLS] 恒 星 自 己 [SEP], [CLS] 发 光 。 [SEP]
        [[2, 812, 523, 77, 124, 3], [2, 180, 230, 9, 3]]
    """
    if block_size <= tokenizer.num_special_tokens_to_add():
        raise ValueError(f"a block of {block_size} tokens leaves no room beside the special tokens")
    columns: dict[str, list[Any]] = {"input_ids": [], "attention_mask": [], "special_tokens_mask": []}
    for text in filter(str.strip, texts):
        # Truncation cuts off what is too long, and return_overflowing_tokens gives it back in blocks of its own.
        blocks = tokenizer(
            text,
            truncation=True,
            max_length=block_size,
            return_overflowing_tokens=True,
            return_special_tokens_mask=True,
        )
        for name, column in columns.items():
            column.extend(blocks[name])
    return Dataset.from_dict(columns)


# %% plm="make_collator"


def make_collator(tokenizer: Any, mlm_probability: float = 0.15, seed: int | None = None) -> Collator:
    """Make the function that turns rows into a masked batch, with fresh masks at every call.

    Args:
        tokenizer: gives the mask and padding tokens and the vocabulary.
        mlm_probability: chance of each ordinary token to be chosen.
        seed: makes the sequence of masks repeatable; None for another one each time.

    Returns:
        A function from rows of `make_dataset` to `input_ids`, `attention_mask` and `labels`, long tensors `(batch, longest row)`. Of
        the chosen tokens 80 % become the mask token, 10 % a random one, 10 % stay; labels are the original ids there, -100 elsewhere.

    Source:
        Devlin et al. (2019), BERT, section 3.1; Liu et al. (2019), RoBERTa, section 4.1, for masks that are drawn anew.

    Example:
        >>> make_collator(tokenizer, seed=0)(list(make_dataset(tokenizer, ["恒星自己发光。"])))["input_ids"].shape
        torch.Size([1, 9])
    """
    generator = torch.Generator()  # of its own, so that the global random state stays as it is
    generator.seed() if seed is None else generator.manual_seed(seed)
    special = torch.tensor(tokenizer.all_special_ids)
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))

    def collate(rows: list[dict[str, Any]]) -> dict[str, Tensor]:
        input_ids, attention_mask = _padded(rows, tokenizer.pad_token_id)
        chosen = _chance(mlm_probability, input_ids, generator) & ~torch.isin(input_ids, special)
        labels = input_ids.masked_fill(~chosen, IGNORED)
        draw = torch.rand(input_ids.shape, generator=generator)
        noise = ordinary[torch.randint(len(ordinary), input_ids.shape, generator=generator)]
        input_ids = torch.where(chosen & (draw < 0.8), tokenizer.mask_token_id, input_ids)
        input_ids = torch.where(chosen & (draw >= 0.9), noise, input_ids)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate


def _padded(rows: list[dict[str, Any]], pad_id: int) -> tuple[Tensor, Tensor]:
    """Token ids and attention mask of the rows, padded on the right to the longest."""
    width = max(len(row["input_ids"]) for row in rows)
    input_ids = torch.full((len(rows), width), pad_id)
    attention_mask = torch.zeros_like(input_ids)
    for i, row in enumerate(rows):
        input_ids[i, : len(row["input_ids"])] = torch.tensor(row["input_ids"])
        attention_mask[i, : len(row["input_ids"])] = 1
    return input_ids, attention_mask


def _chance(probability: float, like: Tensor, generator: torch.Generator) -> Tensor:
    """True with this probability, independently for each element."""
    return torch.rand(like.shape, generator=generator) < probability


# %% plm="finetune_mlm"


def finetune_mlm(
    model: Any,
    tokenizer: Any,
    train_texts: list[str],
    eval_texts: list[str],
    output_dir: str,
    epochs: int = 3,
    learning_rate: float = 5e-4,
    batch_size: int = 16,
    seed: int = 0,
) -> Trainer:
    """Train a masked language model further, in place.

    Args:
        model: a model with an MLM head, changed by the training.
        tokenizer: its tokenizer.
        train_texts: what it learns from.
        eval_texts: what its loss is measured on at the end of each epoch; nothing is learned from them.
        output_dir: the only folder that is written to.
        epochs: passes over the training texts.
        learning_rate: the highest one; it rises to it over a tenth of the steps and falls linearly to 0.
        batch_size: rows a step.
        seed: decides the order of the rows, the masks and the dropout.

    Returns:
        The Trainer after training, with one `eval_loss` an epoch in `state.log_history`.

    Example:
        >>> finetune_mlm(model, tokenizer, train_texts, eval_texts, "output").state.global_step
        54
    """
    arguments = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=epochs,
        learning_rate=learning_rate,
        per_device_train_batch_size=batch_size,
        per_device_eval_batch_size=batch_size,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=seed,
        warmup_steps=0.1,
        disable_tqdm=True,
        dataloader_pin_memory=False,
    )
    trainer = Trainer(
        model=model,
        args=arguments,
        data_collator=make_collator(tokenizer, MASKED, seed),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer


MASKED = 0.4
"""Chance of each token to be hidden in training. Our sentences are short and their words have two or three tokens: at 15 % all of a
word is hidden once in fifty times, and that is the very question the cloze test asks. 40 % also learned best in Wettig et al. (2023),
Should You Mask 15% in Masked Language Modeling?"""


# %% plm="cloze_accuracy"


def cloze_accuracy(model: Any, tokenizer: Any, items: list[dict[str, str]]) -> float:
    """How often the model fills the gap with exactly the word that stood there.

    Args:
        model: a masked language model; it is left in the mode it came in.
        tokenizer: its fast tokenizer.
        items: dicts with `template`, a sentence with `{mask}` in it once, and `word`, what stood there.

    Returns:
        Share of the items of which every masked token was the model's first choice.

    Raises:
        ValueError: if there is no item, or `{mask}` is not in a template exactly once.

    Example:
        >>> cloze_accuracy(model, tokenizer, [{"template": "太阳是一颗{mask}。", "word": "恒星"}])
        1.0
    """
    if not items:
        raise ValueError("no items: the share of nothing is not defined")
    with _deterministic(model), torch.no_grad():
        return sum(_is_hit(model, tokenizer, item["template"], item["word"]) for item in items) / len(items)


def _is_hit(model: Any, tokenizer: Any, template: str, word: str) -> bool:
    """Whether all of the word's tokens, hidden together, come out right."""
    if template.count("{mask}") != 1:
        raise ValueError(f"{{mask}} must be in the template exactly once: {template!r}")
    start = template.index("{mask}")
    inputs = tokenizer(template.replace("{mask}", word), return_offsets_mapping=True, return_tensors="pt")
    # The tokenizer sees the word in its sentence, so that the mask stands for the very tokens that it has there.
    left, right = inputs.pop("offset_mapping")[0].unbind(dim=1)
    hidden = (left < start + len(word)) & (right > start)
    pieces = inputs["input_ids"][0, hidden]
    inputs["input_ids"][0, hidden] = tokenizer.mask_token_id
    logits = model(**inputs.to(model.device)).logits[0].cpu()
    return bool((logits[hidden].argmax(dim=-1) == pieces).all())


@contextmanager
def _deterministic(model: Any) -> Iterator[None]:
    """Switch dropout off, and put the model back into the mode it was found in, whatever happens."""
    was_training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(was_training)


# %% plm="perplexity"


def perplexity(loss: float) -> float:
    """The number of equally likely tokens that a mean cross-entropy stands for.

    Args:
        loss: mean cross-entropy in nats.

    Returns:
        `exp(loss)`, infinity where that is too large for a float.

    Example:
        >>> perplexity(0.0)
        1.0
    """
    try:
        return math.exp(loss)
    except OverflowError:
        return math.inf


# %% plm="run_experiment"


def run_experiment(
    model: Any,
    tokenizer: Any,
    train_texts: list[str],
    eval_texts: list[str],
    items: list[dict[str, str]],
    output_dir: str,
    seed: int = 0,
) -> dict[str, float]:
    """Measure, train, measure again.

    Args:
        model: a masked language model, changed by the training.
        tokenizer: its fast tokenizer.
        train_texts: what it learns from.
        eval_texts: what its perplexity is measured on.
        items: what its knowledge of words is measured on; see `cloze_accuracy`.
        output_dir: the only folder that is written to.
        seed: decides masks, order and dropout.

    Returns:
        `accuracy_before`, `accuracy_after`, `perplexity_before`, `perplexity_after`. Both perplexities are for the same masks: with
        fresh ones the same model's perplexity may differ by a factor of two.

    Example:
        >>> result = run_experiment(model, tokenizer, train_texts, eval_texts, items, "output")
        >>> result["accuracy_after"] > result["accuracy_before"]
        True
    """
    batches = _frozen_batches(tokenizer, eval_texts, seed)
    accuracy_before, loss_before = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, EPOCHS, RATE, BATCH, seed)
    accuracy_after, loss_after = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    return {
        "accuracy_before": accuracy_before,
        "accuracy_after": accuracy_after,
        "perplexity_before": perplexity(loss_before),
        "perplexity_after": perplexity(loss_after),
    }


EPOCHS, RATE, BATCH = 16, 5e-3, 24
"""For a model of a million parameters; one of BERT's size needs fewer epochs and a hundredth of the rate."""


def _frozen_batches(tokenizer: Any, texts: list[str], seed: int, size: int = 16) -> list[dict[str, Tensor]]:
    """The texts as batches whose masks are drawn once."""
    rows, collate = list(make_dataset(tokenizer, texts)), make_collator(tokenizer, seed=seed)
    return [collate(rows[start : start + size]) for start in range(0, len(rows), size)]


def _mean_loss(model: Any, batches: list[dict[str, Tensor]]) -> float:
    """Mean cross-entropy over all chosen tokens, every token weighing the same in whichever batch it is."""
    total, count = 0.0, 0
    with _deterministic(model), torch.no_grad():
        for batch in batches:
            inputs = {name: batch[name].to(model.device) for name in ("input_ids", "attention_mask")}
            logits, labels = model(**inputs).logits.cpu(), batch["labels"]
            total += float(
                F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=IGNORED, reduction="sum")
            )
            count += int((labels != IGNORED).sum())
    return total / max(1, count)


# %% plm="ANALYSIS"

ANALYSIS = """
用附带的中文小 BERT、种子 0（16 轮，学习率 5e-3，训练时盖住 40%），80 道领域词填空的命中率从 0% 升到 45%，
评估文本的困惑度在同一组掩码上从 401 降到 3.2。
换十个种子，命中率都升高 24 到 45 个百分点，所以不是偶然。训练时只盖 15%，命中率停在 0%：评估损失也降了（5.99 到 1.73，盖 40% 时到 1.16），
但词的几个字很少同时被盖住，模型学会了“看到红巨猜星”，没有学会从修饰语猜出整个词。

代价有三样。第一是遗忘：24 句日常的话的困惑度从 28 升到 7424，模型几乎只会说语料里的话；真正使用时应当降低学习率，或混入通用文本。
第二是过拟合：同样盖 15%，训练文本的损失降到 0.27，评估文本是 1.16；最后四轮里训练损失从 0.79 降到 0.69，评估损失却从 1.73 升到 2.17
（每轮的掩码不同，升降里有一部分是掩码的）。
第三是泄漏：按文章分开、没有一句相同，但评估句与训练句共用修饰语，填空问的是背过的搭配；我另写 8 句，把修饰语换了位置或说法，命中 0 句。
所以 45% 说明它记住了哪个词配哪个修饰语，不说明它懂了天文学。
"""
