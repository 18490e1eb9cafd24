# %% plm="setup"
from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from datasets import Dataset
from transformers import Trainer, TrainingArguments, set_seed

# %% plm="make_dataset"


def make_dataset(tokenizer, texts: list[str], block_size: int = 64) -> Dataset:
    """Rows from a generator."""
    if block_size < 1 + tokenizer.num_special_tokens_to_add():
        raise ValueError("block_size")
    return Dataset.from_list([row for text in texts for row in blocks(tokenizer, text, block_size)])


def blocks(tokenizer, text: str, block_size: int) -> Iterator[dict]:
    whole = tokenizer(text, return_special_tokens_mask=True)
    ids, special = whole["input_ids"], whole["special_tokens_mask"]
    body = [i for i, s in zip(ids, special) if not s]
    head = ids[: special.index(0)] if 0 in special else []
    tail = ids[len(head) + len(body) :] if body else []
    step = block_size - len(head) - len(tail)
    for at in range(0, len(body), step):
        piece = body[at : at + step]
        yield {
            "special_tokens_mask": [1] * len(head) + [0] * len(piece) + [1] * len(tail),
            "input_ids": [*head, *piece, *tail],
            "attention_mask": [1] * (len(head) + len(piece) + len(tail)),
        }


# %% plm="make_collator"


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    """The global generator is borrowed: set to our own state, used, and put back."""
    state = {"own": None if seed is None else torch.Generator().manual_seed(seed).get_state()}
    special = set(tokenizer.all_special_ids)

    def draw(rows):
        width = max(len(r["input_ids"]) for r in rows)
        ids = torch.tensor([r["input_ids"] + [tokenizer.pad_token_id] * (width - len(r["input_ids"])) for r in rows])
        attention = torch.tensor([[1] * len(r["input_ids"]) + [0] * (width - len(r["input_ids"])) for r in rows])
        ordinary = torch.tensor([[int(i) not in special for i in row] for row in ids])
        chosen = torch.bernoulli(torch.full(ids.shape, mlm_probability)).bool() & ordinary
        labels = ids.clone()
        labels[~chosen] = -100
        replaced = torch.bernoulli(torch.full(ids.shape, 0.8)).bool() & chosen
        noise = torch.bernoulli(torch.full(ids.shape, 0.5)).bool() & chosen & ~replaced
        ids[replaced] = tokenizer.mask_token_id
        ids[noise] = torch.randint(len(tokenizer), (int(noise.sum()),))
        return dict(input_ids=ids, attention_mask=attention, labels=labels)

    def collate(rows):
        if state["own"] is None:
            return draw(rows)
        with torch.random.fork_rng(devices=[]):
            torch.set_rng_state(state["own"])
            batch = draw(rows)
            state["own"] = torch.get_rng_state()
        return batch

    return collate


# %% plm="finetune_mlm"


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    """Without a seed of its own the collator follows the global state, which is set here."""
    options = dict(num_train_epochs=epochs, learning_rate=learning_rate, seed=seed, report_to="none", save_strategy="no")
    sizes = dict(per_device_train_batch_size=batch_size, per_device_eval_batch_size=64)
    trainer = Trainer(
        model=model,
        args=TrainingArguments(output_dir=output_dir, eval_strategy="epoch", **options, **sizes),
        data_collator=make_collator(tokenizer),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        processing_class=tokenizer,
    )
    set_seed(seed)
    trainer.train()
    return trainer


# %% plm="cloze_accuracy"


def fill(model, tokenizer, template: str, word: str) -> bool:
    """As many mask tokens as the word has pieces go into the text itself; a word after a space brings the space along."""
    before, after = template.split("{mask}")
    whole = tokenizer(before + word + after)["input_ids"]
    spans = tokenizer(before + word + after, return_offsets_mapping=True)["offset_mapping"]
    pieces = [whole[i] for i, (a, b) in enumerate(spans) if a < len(before) + len(word) and b > len(before)]
    masked = [i if not (a < len(before) + len(word) and b > len(before)) else tokenizer.mask_token_id for i, (a, b) in zip(whole, spans)]
    scores = model(torch.tensor([masked])).logits[0]
    filled = [int(scores[k].argmax()) for k, i in enumerate(masked) if i == tokenizer.mask_token_id]
    return filled == pieces


def cloze_accuracy(model, tokenizer, items):
    items = list(items)
    if not items or any(item["template"].count("{mask}") != 1 for item in items):
        raise ValueError("at least one item, each with one {mask}")
    mode = model.training
    with torch.no_grad():
        result = [fill(model.eval(), tokenizer, item["template"], item["word"]) for item in items]
    model.train(mode)
    return result.count(True) / len(result)


# %% plm="perplexity"


def perplexity(loss: float) -> float:
    if loss > math.log(1.7e308):
        return math.inf
    return math.e**loss


# %% plm="run_experiment"


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    evaluation = make_dataset(tokenizer, eval_texts)
    rows = [evaluation[i] for i in range(len(evaluation))]

    def state():
        model.eval()
        collate = make_collator(tokenizer, 0.15, seed)
        total, count = 0.0, 0
        for at in range(0, len(rows), 32):
            batch = collate(rows[at : at + 32])
            with torch.no_grad():
                logits = model(batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            total += torch.nn.functional.cross_entropy(logits.transpose(1, 2), batch["labels"], reduction="sum").item()
            count += (batch["labels"] >= 0).sum().item()
        return {"accuracy": cloze_accuracy(model, tokenizer, items), "perplexity": perplexity(total / count)}

    before = state()
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=5, learning_rate=1e-3, seed=seed)
    after = state()
    return {f"{name}_{when}": values[name] for when, values in (("before", before), ("after", after)) for name in values}


# %% plm="ANALYSIS"
ANALYSIS = """"""
