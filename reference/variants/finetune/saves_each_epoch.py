"""NumPy throughout, shorter blocks than the default, a checkpoint at each epoch, evaluation on masks of its own."""
import math

import numpy as np
import torch
from datasets import Dataset
from transformers import Trainer, TrainingArguments


def make_dataset(tokenizer, texts, block_size=64):
    if block_size <= tokenizer.num_special_tokens_to_add():
        raise ValueError(f"block_size {block_size}")
    kept = [t for t in texts if t and not t.isspace()]
    if not kept:
        return Dataset.from_dict({k: [] for k in ("input_ids", "attention_mask", "special_tokens_mask")})
    enc = tokenizer(kept, truncation=True, max_length=block_size, stride=0, return_overflowing_tokens=True, return_special_tokens_mask=True)
    names = ("special_tokens_mask", "attention_mask", "input_ids")
    return Dataset.from_list([{n: np.asarray(enc[n][i], dtype=np.int32) for n in names} for i in range(len(enc["input_ids"]))])


class Collator:
    def __init__(self, tokenizer, p, seed):
        self.tok, self.p = tokenizer, p
        self.rng = np.random.default_rng(seed)

    def __call__(self, rows):
        print("collating", len(rows))
        width = max(len(r["input_ids"]) for r in rows)
        pad = lambda values, fill: np.array([list(v) + [fill] * (width - len(v)) for v in values], dtype=np.int64)
        ids = pad([r["input_ids"] for r in rows], self.tok.pad_token_id)
        att = pad([np.ones(len(r["input_ids"]), int) for r in rows], 0)
        spec = np.isin(ids, self.tok.all_special_ids) | (att == 0)
        chosen = (self.rng.random(ids.shape) < self.p) & ~spec
        labels = np.where(chosen, ids, -100)
        act = self.rng.choice(3, size=ids.shape, p=[0.8, 0.1, 0.1])
        normal = np.setdiff1d(np.arange(len(self.tok)), self.tok.all_special_ids)
        new = np.where(chosen & (act == 0), self.tok.mask_token_id, ids)
        new = np.where(chosen & (act == 1), self.rng.choice(normal, size=ids.shape), new)
        return dict(labels=torch.from_numpy(labels), attention_mask=torch.from_numpy(att), input_ids=torch.from_numpy(new))


make_collator = lambda tokenizer, mlm_probability=0.15, seed=None: Collator(tokenizer, mlm_probability, seed)


class TwoCollators(Trainer):
    def get_eval_dataloader(self, eval_dataset=None):
        kept, self.data_collator = self.data_collator, make_collator(self.processing_class, 0.15, 1234)
        try:
            return super().get_eval_dataloader(eval_dataset)
        finally:
            self.data_collator = kept


def finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0):
    trainer = TwoCollators(
        model,
        TrainingArguments(
            str(output_dir), num_train_epochs=epochs, learning_rate=learning_rate, per_device_train_batch_size=batch_size,
            eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", report_to=[], seed=seed, data_seed=seed,
            use_cpu=True, lr_scheduler_type="constant", weight_decay=0.01, optim="adamw_torch",
        ),
        data_collator=make_collator(tokenizer, 0.4, seed),
        train_dataset=make_dataset(tokenizer, train_texts, 32),
        eval_dataset=make_dataset(tokenizer, eval_texts, 32),
        processing_class=tokenizer,
    )
    trainer.train()
    model.eval()
    return trainer


@torch.inference_mode()
def cloze_accuracy(model, tokenizer, items):
    if len(items) == 0 or any(len(i["template"].split("{mask}")) != 2 for i in items):
        raise ValueError("items")
    sides = [i["template"].split("{mask}") for i in items]
    texts = [a + i["word"] + b for (a, b), i in zip(sides, items)]
    enc = tokenizer(texts, padding=True, return_offsets_mapping=True, return_tensors="pt")
    off = enc.pop("offset_mapping")
    lo = torch.tensor([[len(a)] for a, _ in sides])
    hi = lo + torch.tensor([[len(i["word"])] for i in items])
    hide = (off[..., 0] < hi) & (off[..., 1] > lo)
    gold = enc["input_ids"].clone()
    enc["input_ids"][hide] = tokenizer.mask_token_id
    mode = model.training
    model.eval()
    best = model(**enc).logits.argmax(-1)
    model.train(mode)
    return float(((best == gold) | ~hide).all(1).double().mean())


def perplexity(loss):
    with np.errstate(over="ignore"):
        return float(np.exp(np.float64(loss)))


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    collate = make_collator(tokenizer, 0.3, seed)
    rows = make_dataset(tokenizer, eval_texts).to_list()
    batches = [collate([row]) for row in rows for _ in range(5)]
    batches = [b for b in batches if (b["labels"] >= 0).any()]

    def measure():
        mode = model.training
        model.eval()
        with torch.no_grad():
            losses = [(model(**b).loss.item(), int((b["labels"] >= 0).sum())) for b in batches]
        model.train(mode)
        return perplexity(sum(a * n for a, n in losses) / sum(n for _, n in losses)), cloze_accuracy(model, tokenizer, items)

    before = measure()
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=6, learning_rate=2e-3, seed=seed)
    after = measure()
    return {"perplexity_after": after[0], "accuracy_after": after[1], "perplexity_before": before[0], "accuracy_before": before[1]}


ANALYSIS = ""
