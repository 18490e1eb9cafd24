# Rows are padded to block_size in the dataset already (with attention_mask 0); NumPy draws the masks.
import math
import numpy as np
import torch
from datasets import Dataset
from transformers import Trainer, TrainingArguments
from transformers.trainer_utils import IntervalStrategy


def make_dataset(tokenizer, texts, block_size=64):
    extra = tokenizer.num_special_tokens_to_add()
    if block_size <= extra:
        raise ValueError
    out = dict(input_ids=[], attention_mask=[], special_tokens_mask=[])
    for text in texts:
        if not text or text.isspace():
            continue
        full = tokenizer(text)["input_ids"]
        body, prefix, suffix = full[1:-1], full[:1], full[-1:]
        n = math.ceil(len(body) / (block_size - extra))
        # pieces of nearly equal length instead of full ones and a rest
        for piece in np.array_split(body, n):
            ids = prefix + piece.tolist() + suffix
            pad = block_size - len(ids)
            out["input_ids"].append(ids + [tokenizer.pad_token_id] * pad)
            out["attention_mask"].append([1] * len(ids) + [0] * pad)
            out["special_tokens_mask"].append([1] + [0] * len(piece) + [1] + [1] * pad)
    return Dataset.from_dict(out)


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    rng = np.random.default_rng(seed)
    special = list(tokenizer.all_special_ids)

    def collate(rows):
        width = max(len(row["input_ids"]) for row in rows)
        ids = np.full((len(rows), width), tokenizer.pad_token_id, dtype=np.int64)
        attention = np.zeros_like(ids)
        for k, row in enumerate(rows):
            ids[k, : len(row["input_ids"])] = row["input_ids"]
            attention[k, : len(row["input_ids"])] = row["attention_mask"]
        chosen = (rng.random(ids.shape) < mlm_probability) & (attention == 1) & ~np.isin(ids, special)
        kind = rng.choice(3, size=ids.shape, p=[0.8, 0.1, 0.1])
        labels = np.where(chosen, ids, -100)
        ids = np.where(chosen & (kind == 0), tokenizer.mask_token_id, ids)
        ids = np.where(chosen & (kind == 1), rng.integers(0, len(tokenizer), ids.shape), ids)
        return {
            "input_ids": torch.from_numpy(ids),
            "attention_mask": torch.from_numpy(attention),
            "labels": torch.from_numpy(labels),
            "token_type_ids": torch.zeros(ids.shape, dtype=torch.long),
        }

    return collate


def finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0):
    arguments = TrainingArguments(output_dir=output_dir)
    arguments.num_train_epochs = epochs
    arguments.learning_rate = learning_rate
    arguments.per_device_train_batch_size = batch_size
    arguments.eval_strategy = IntervalStrategy.EPOCH
    arguments.save_strategy = IntervalStrategy.NO
    arguments.report_to = []
    arguments.seed = seed
    arguments.disable_tqdm = True
    trainer = Trainer(
        model=model,
        args=arguments,
        data_collator=make_collator(tokenizer, seed=seed),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
    )
    trainer.train()
    return trainer


def cloze_accuracy(model, tokenizer, items):
    if not items:
        raise ValueError("nothing to measure")
    rows, answers = [], []
    for item in items:
        if item["template"].count("{mask}") != 1:
            raise ValueError("a template needs one {mask}")
        start = item["template"].index("{mask}")
        stop = start + len(item["word"])
        row = tokenizer(item["template"].replace("{mask}", item["word"]), return_offsets_mapping=True)
        ids = np.array(row["input_ids"])
        where = np.array([a < stop and b > start and b > a for a, b in row["offset_mapping"]])
        answers.append((where, ids[where]))
        rows.append(np.where(where, tokenizer.mask_token_id, ids))
    mode = model.training
    model.eval()
    hits = 0
    with torch.no_grad():
        # all items in one padded batch
        width = max(map(len, rows))
        ids = torch.full((len(rows), width), tokenizer.pad_token_id)
        mask = torch.zeros_like(ids)
        for k, row in enumerate(rows):
            ids[k, : len(row)] = torch.from_numpy(row)
            mask[k, : len(row)] = 1
        best = model(input_ids=ids, attention_mask=mask).logits.argmax(-1).numpy()
    for k, (where, wanted) in enumerate(answers):
        hits += bool((best[k, : len(where)][where] == wanted).all())
    model.train(mode)
    return float(hits / len(items))


def perplexity(loss):
    with np.errstate(over="ignore"):
        return float(np.exp(np.float64(loss)))


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    rows = list(make_dataset(tokenizer, eval_texts))

    def measure():
        # the collator is made anew with the same seed: the same masks
        batch = make_collator(tokenizer, seed=seed)(rows)
        model.eval()
        with torch.no_grad():
            loss = model(**batch).loss.item()
        return cloze_accuracy(model, tokenizer, items), perplexity(loss)

    a0, p0 = measure()
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=6, learning_rate=1e-3, batch_size=8, seed=seed)
    a1, p1 = measure()
    return {"accuracy_before": a0, "accuracy_after": a1, "perplexity_before": p0, "perplexity_after": p1}


ANALYSIS = "……"
