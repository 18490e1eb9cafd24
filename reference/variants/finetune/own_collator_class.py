# %% plm="setup"
import copy
import math
import random

import torch
from datasets import Dataset
from transformers import Trainer, TrainingArguments

# %% plm="make_dataset"
# Blocks cut by hand; Python's random for the masks.


def make_dataset(tokenizer, texts, block_size=64):
    room = block_size - tokenizer.num_special_tokens_to_add(pair=False)
    if room < 1:
        raise ValueError(f"block_size {block_size} is too small")
    rows = []
    for text in texts:
        if text.strip() == "":
            continue
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        while ids:
            piece, ids = ids[:room], ids[room:]
            whole = tokenizer("")["input_ids"]  # the special tokens alone
            left, right = 1, len(whole) - 1
            block = whole[:left] + piece + whole[left:]
            rows.append(
                {
                    "input_ids": block,
                    "attention_mask": [1] * len(block),
                    "special_tokens_mask": [1] * left + [0] * len(piece) + [1] * right,
                }
            )
    return Dataset.from_list(rows)


# %% plm="make_collator"


class Masker:
    def __init__(self, tokenizer, probability, seed):
        self.tokenizer, self.probability = tokenizer, probability
        self.random = random.Random(seed)

    def __call__(self, rows):
        width = max(len(r["input_ids"]) for r in rows)
        batch = {"input_ids": [], "attention_mask": [], "labels": []}
        for r in rows:
            ids, labels = [], []
            for token in r["input_ids"]:
                new, label = self.fate(token)
                ids.append(new)
                labels.append(label)
            pad = width - len(ids)
            batch["input_ids"].append(ids + [self.tokenizer.pad_token_id] * pad)
            batch["attention_mask"].append([1] * len(ids) + [0] * pad)
            batch["labels"].append(labels + [-100] * pad)
        return {name: torch.tensor(values) for name, values in batch.items()}

    def fate(self, token):
        if token in self.tokenizer.all_special_ids or self.random.random() >= self.probability:
            return token, -100
        dice = self.random.random()
        if dice < 0.8:
            return self.tokenizer.mask_token_id, token
        if dice < 0.9:
            return self.random.randrange(len(self.tokenizer)), token
        return token, token


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    return Masker(tokenizer, mlm_probability, seed)


# %% plm="finetune_mlm"


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    args = TrainingArguments(
        output_dir,
        eval_strategy="epoch",
        save_strategy="no",
        num_train_epochs=epochs,
        learning_rate=learning_rate,
        per_device_train_batch_size=batch_size,
        report_to=[],
        seed=seed,
        use_cpu=True,
        remove_unused_columns=False,
    )
    trainer = Trainer(
        model,
        args,
        make_collator(tokenizer, seed=seed + 1),
        make_dataset(tokenizer, train_texts),
        make_dataset(tokenizer, eval_texts),
    )
    trainer.train()
    return trainer


# %% plm="cloze_accuracy"


def cloze_accuracy(model, tokenizer, items):
    if len(items) == 0:
        raise ValueError("no items")
    twin = copy.deepcopy(model).eval()  # the model itself stays as it is
    hits = []
    for item in items:
        parts = item["template"].split("{mask}")
        if len(parts) != 2:
            raise ValueError("one {mask} is needed")
        start, end = len(parts[0]), len(parts[0]) + len(item["word"])
        enc = tokenizer(parts[0] + item["word"] + parts[1], return_offsets_mapping=True)
        where = [i for i, (a, b) in enumerate(enc["offset_mapping"]) if max(a, start) < min(b, end)]
        ids = list(enc["input_ids"])
        wanted = [ids[i] for i in where]
        for i in where:
            ids[i] = tokenizer.mask_token_id
        with torch.inference_mode():
            best = twin(torch.tensor([ids])).logits[0].argmax(-1).tolist()
        hits.append([best[i] for i in where] == wanted)
    return sum(hits) / len(hits)


# %% plm="perplexity"


def perplexity(loss):
    return math.exp(loss) if loss < 709 else float("inf")


# %% plm="run_experiment"


def frozen_loss(model, batches):
    was = model.training
    model.eval()
    total = tokens = 0
    with torch.no_grad():
        for batch in batches:
            n = int((batch["labels"] != -100).sum())
            if n:
                total += model(**batch).loss.item() * n
                tokens += n
    model.train(was)
    return total / max(tokens, 1)


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    rows = [dict(r) for r in make_dataset(tokenizer, eval_texts)]
    mask = make_collator(tokenizer, 0.15, seed + 1000)
    batches = [mask(rows[i : i + 8]) for i in range(0, len(rows), 8)]
    result = {
        "accuracy_before": cloze_accuracy(model, tokenizer, items),
        "perplexity_before": perplexity(frozen_loss(model, batches)),
    }
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=4, learning_rate=2e-3, seed=seed)
    result["accuracy_after"] = cloze_accuracy(model, tokenizer, items)
    result["perplexity_after"] = perplexity(frozen_loss(model, batches))
    return result


# %% plm="ANALYSIS"
ANALYSIS = """"""
