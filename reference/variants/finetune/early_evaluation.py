"""Evaluates before the first epoch too, accumulates gradients over halves of a batch, and keeps every number in small dataclasses."""
import math
from dataclasses import asdict, dataclass

import torch
from datasets import Dataset, concatenate_datasets
from transformers import Trainer, TrainingArguments, default_data_collator


def make_dataset(tokenizer, texts, block_size=64):
    if tokenizer.num_special_tokens_to_add() >= block_size:
        raise ValueError("no room in a block")
    parts = []
    for text in texts:
        if not any(not c.isspace() for c in text):
            continue
        encoding = tokenizer(
            [text], truncation=True, max_length=block_size, stride=0, return_overflowing_tokens=True, return_special_tokens_mask=True
        )
        parts.append(
            Dataset.from_dict({k: encoding[k] for k in ("input_ids", "attention_mask", "special_tokens_mask")})
        )
    return concatenate_datasets(parts)


class Collator:
    def __init__(self, tokenizer, probability, seed):
        self.tokenizer = tokenizer
        self.probability = probability
        self.seed = seed
        self.calls = 0

    def __call__(self, rows):
        # a generator for each call, seeded by (seed, number of the call)
        generator = torch.Generator()
        generator.seed() if self.seed is None else generator.manual_seed(self.seed * 1_000_003 + self.calls)
        self.calls += 1
        batch = self.tokenizer.pad(
            [{k: r[k] for k in ("input_ids", "attention_mask")} for r in rows], return_tensors="pt"
        )
        ids = batch["input_ids"]
        special = torch.zeros_like(ids, dtype=torch.bool)
        for token in self.tokenizer.all_special_ids:
            special |= ids == token
        order = torch.rand(ids.shape, generator=generator)
        chosen = (order < self.probability) & ~special
        batch["labels"] = ids.clone().masked_fill_(~chosen, -100)
        coin = torch.multinomial(torch.tensor([0.8, 0.1, 0.1]), ids.numel(), replacement=True, generator=generator).view_as(ids)
        candidates = torch.tensor([t for t in range(len(self.tokenizer)) if t not in self.tokenizer.all_special_ids])
        noise = candidates[torch.randint(len(candidates), ids.shape, generator=generator)]
        batch["input_ids"] = torch.stack([torch.full_like(ids, self.tokenizer.mask_token_id), noise, ids])[coin, torch.arange(len(ids))[:, None], torch.arange(ids.shape[1])]
        batch["input_ids"] = torch.where(chosen, batch["input_ids"], ids)
        return batch


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    return Collator(tokenizer, mlm_probability, seed)


def finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0):
    halves = 2 if batch_size % 2 == 0 else 1
    arguments = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=epochs,
        learning_rate=learning_rate,
        per_device_train_batch_size=batch_size // halves,
        gradient_accumulation_steps=halves,
        eval_strategy="epoch",
        eval_on_start=True,
        save_strategy="no",
        report_to="none",
        seed=seed,
        lr_scheduler_type="constant",
        full_determinism=False,
    )
    trainer = Trainer(
        model=model,
        args=arguments,
        data_collator=make_collator(tokenizer, seed=seed),
        train_dataset=make_dataset(tokenizer, train_texts).shuffle(seed=seed),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer


def cloze_accuracy(model, tokenizer, items):
    if not items:
        raise ValueError("no items given")
    was = model.training
    model.eval()
    try:
        outcomes = [_hit(model, tokenizer, item) for item in items]
    finally:
        model.train(was)
    return sum(outcomes) / len(outcomes)


@torch.no_grad()
def _hit(model, tokenizer, item):
    template, word = item["template"], item["word"]
    i = template.find("{mask}")
    if i < 0 or i != template.rfind("{mask}"):
        raise ValueError(f"one gap: {template}")
    encoding = tokenizer(template[:i] + word + template[i + 6 :], return_offsets_mapping=True)
    ids = encoding["input_ids"]
    gap = [k for k, (a, b) in enumerate(encoding["offset_mapping"]) if set(range(a, b)) & set(range(i, i + len(word)))]
    question = [tokenizer.mask_token_id if k in gap else t for k, t in enumerate(ids)]
    logits = model(torch.tensor([question]), attention_mask=torch.ones(1, len(ids), dtype=torch.long)).logits[0]
    return all(int(logits[k].argmax()) == ids[k] for k in gap)


def perplexity(loss):
    try:
        return math.exp(loss)
    except OverflowError:
        return float("inf")


@dataclass
class Result:
    accuracy_before: float = 0.0
    accuracy_after: float = 0.0
    perplexity_before: float = 0.0
    perplexity_after: float = 0.0


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    collate = make_collator(tokenizer, 0.3, seed)
    fixed = [collate([row]) for row in make_dataset(tokenizer, eval_texts) for _ in range(4)]
    result = Result()
    for when in ("before", "after"):
        if when == "after":
            finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=2, seed=seed)
        model.eval()
        sums = torch.zeros(2, dtype=torch.float64)
        with torch.no_grad():
            for batch in fixed:
                n = (batch["labels"] != -100).sum().item()
                if n:
                    sums += torch.tensor([model(**batch).loss.item() * n, n])
        setattr(result, f"perplexity_{when}", perplexity((sums[0] / sums[1]).item()))
        setattr(result, f"accuracy_{when}", cloze_accuracy(model, tokenizer, items))
    return asdict(result)


ANALYSIS = """"""
