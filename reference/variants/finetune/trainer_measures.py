# %% plm="setup"
import math
import os

import torch
from datasets import Dataset, Features, Sequence, Value
from transformers import DataCollatorForLanguageModeling, Trainer, TrainingArguments

# %% plm="make_dataset"
# The evaluation texts are masked once and for all, as a dataset of their own; the Trainer itself measures before and after.


def make_dataset(tokenizer, texts, block_size=64):
    n = tokenizer.num_special_tokens_to_add()
    if block_size <= n:
        raise ValueError("the block is too small for %d special tokens" % n)
    columns = {"input_ids": [], "attention_mask": [], "special_tokens_mask": []}
    for text in [t for t in texts if t.strip(" \t\r\n\u3000")]:
        tokens = tokenizer.convert_tokens_to_ids(tokenizer.tokenize(text))
        for i in range(0, len(tokens), block_size - n):
            ids = [tokenizer.cls_token_id, *tokens[i : i + block_size - n], tokenizer.sep_token_id]
            columns["input_ids"].append(ids)
            columns["attention_mask"].append([1] * len(ids))
            columns["special_tokens_mask"].append([int(t in (ids[0], ids[-1])) for t in ids])
    return Dataset.from_dict(columns, features=Features({name: Sequence(Value("int64")) for name in columns}))


# %% plm="make_collator"


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "little")
    return DataCollatorForLanguageModeling(tokenizer, mlm_probability=mlm_probability, seed=seed)


# %% plm="finetune_mlm"


def premasked(tokenizer, texts, seed):
    collate = make_collator(tokenizer, seed=seed)
    rows = []
    for row in make_dataset(tokenizer, texts):
        batch = collate([row])
        rows.append({name: batch[name][0].tolist() for name in ("input_ids", "attention_mask", "labels")})
    return Dataset.from_list(rows)


def pad_only(tokenizer, train_collator):
    def collate(rows):
        if "labels" not in rows[0]:
            return train_collator(rows)
        width = max(len(r["input_ids"]) for r in rows)
        fill = {"input_ids": tokenizer.pad_token_id, "attention_mask": 0, "labels": -100}
        return {k: torch.tensor([r[k] + [v] * (width - len(r[k])) for r in rows]) for k, v in fill.items()}

    return collate


def build_trainer(model, tokenizer, train_texts, eval_texts, output_dir, epochs, learning_rate, batch_size, seed):
    args = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=epochs,
        learning_rate=learning_rate,
        per_device_train_batch_size=batch_size,
        per_device_eval_batch_size=1000,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=seed,
    )
    return Trainer(
        model=model,
        args=args,
        data_collator=pad_only(tokenizer, make_collator(tokenizer, seed=seed)),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=premasked(tokenizer, eval_texts, seed),
        processing_class=tokenizer,
    )


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    trainer = build_trainer(model, tokenizer, train_texts, eval_texts, output_dir, epochs, learning_rate, batch_size, seed)
    trainer.train()
    return trainer


# %% plm="cloze_accuracy"


def cloze_accuracy(model, tokenizer, items):
    if not items:
        raise ValueError("no items")
    hits, mode = 0, model.training
    model.eval()
    for item in items:
        left, gap, right = item["template"].partition("{mask}")
        if not gap or "{mask}" in right:
            model.train(mode)
            raise ValueError("exactly one {mask}")
        enc = tokenizer(left + item["word"] + right, return_tensors="pt", return_offsets_mapping=True)
        start, end = enc.pop("offset_mapping")[0].T
        spot = ((end > len(left)) & (start < len(left) + len(item["word"]))).nonzero().flatten()
        truth = enc["input_ids"][0][spot]
        enc["input_ids"] = enc["input_ids"].index_fill(1, spot, tokenizer.mask_token_id)
        with torch.no_grad():
            hits += bool((model(**enc).logits[0][spot].max(-1).indices == truth).all())
    model.train(mode)
    return hits / len(items)


# %% plm="perplexity"


def perplexity(loss):
    result = math.inf
    if loss <= 700:
        result = math.exp(loss)
    return float(result)


# %% plm="run_experiment"


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    trainer = build_trainer(model, tokenizer, train_texts, eval_texts, output_dir, 10, 2e-3, 16, seed)
    before = cloze_accuracy(model, tokenizer, items), trainer.evaluate()["eval_loss"]
    trainer.train()
    after = cloze_accuracy(model, tokenizer, items), trainer.evaluate()["eval_loss"]
    return {
        "accuracy_before": before[0],
        "accuracy_after": after[0],
        "perplexity_before": perplexity(before[1]),
        "perplexity_after": perplexity(after[1]),
    }


# %% plm="ANALYSIS"
ANALYSIS = """"""
