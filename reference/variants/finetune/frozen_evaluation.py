# %% plm="setup"
import math

import torch
import torch.nn as nn
from datasets import Dataset
from transformers import Trainer, TrainerCallback, TrainingArguments

# %% plm="make_dataset"
# A Trainer of our own that evaluates on masks drawn once.


def pieces_of(ids, size):
    return [ids[i : i + size] for i in range(0, len(ids), size)]


def make_dataset(tokenizer, texts, block_size=64):
    reserved = tokenizer.num_special_tokens_to_add()
    if reserved >= block_size:
        raise ValueError(f"{block_size} <= {reserved}")
    encoded = [tokenizer.encode(text, add_special_tokens=False) for text in texts if text.strip()]
    first, last = tokenizer.cls_token_id, tokenizer.sep_token_id
    rows = [[first, *p, last] for ids in encoded for p in pieces_of(ids, block_size - reserved)]
    return Dataset.from_dict(
        {
            "input_ids": rows,
            "attention_mask": [[1 for _ in r] for r in rows],
            "special_tokens_mask": [
                [int(i in (0, len(r) - 1)) for i in range(len(r))] for r in rows
            ],
            "token_type_ids": [[0 for _ in r] for r in rows],
        }
    )


# %% plm="make_collator"


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    generator = None
    if seed is not None:
        generator = torch.Generator().manual_seed(seed)

    def collate(rows):
        ids = nn.utils.rnn.pad_sequence(
            [torch.as_tensor(r["input_ids"]) for r in rows], batch_first=True, padding_value=tokenizer.pad_token_id
        )
        special = nn.utils.rnn.pad_sequence(
            [torch.as_tensor(r["special_tokens_mask"]) for r in rows], batch_first=True, padding_value=1
        )
        attention = nn.utils.rnn.pad_sequence(
            [torch.as_tensor(r["attention_mask"]) for r in rows], batch_first=True, padding_value=0
        )
        u = torch.rand(ids.shape, generator=generator)
        p = mlm_probability
        # one number decides: [0, .8p) mask, [.8p, .9p) random, [.9p, p) keep
        u = torch.where(special == 1, 1.0, u)
        labels = torch.where(u < p, ids, -100)
        noise = torch.randint(0, len(tokenizer), ids.shape, generator=generator)
        corrupted = torch.where(u < 0.9 * p, noise, ids)
        corrupted = torch.where(u < 0.8 * p, tokenizer.mask_token_id, corrupted)
        return {"input_ids": corrupted, "attention_mask": attention, "labels": labels}

    return collate


# %% plm="finetune_mlm"


class FrozenTrainer(Trainer):
    def __init__(self, *args, frozen=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.frozen = frozen

    def get_eval_dataloader(self, eval_dataset=None):
        return torch.utils.data.DataLoader(self.frozen, batch_size=None)


class Quiet(TrainerCallback):
    def on_log(self, args, state, control, logs=None, **kwargs):
        pass


def freeze(tokenizer, texts, seed, size=8):
    rows = list(make_dataset(tokenizer, texts))
    collate = make_collator(tokenizer, seed=seed)
    return [collate(rows[i : i + size]) for i in range(0, len(rows), size)]


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    args = TrainingArguments(
        output_dir=str(output_dir),
        num_train_epochs=float(epochs),
        learning_rate=learning_rate,
        lr_scheduler_type="cosine",
        per_device_train_batch_size=batch_size,
        eval_strategy="epoch",
        logging_steps=5,
        save_strategy="no",
        report_to="none",
        seed=seed,
        remove_unused_columns=False,
        optim="adamw_torch",
        dataloader_num_workers=0,
    )
    trainer = FrozenTrainer(
        model=model,
        args=args,
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        data_collator=make_collator(tokenizer, seed=seed),
        callbacks=[Quiet()],
        frozen=freeze(tokenizer, eval_texts, seed),
    )
    trainer.train()
    return trainer


# %% plm="cloze_accuracy"


def cloze_accuracy(model, tokenizer, items):
    """The word is put in, tokenised, and its tokens found by tokenising what stands before it as well."""
    if not items:
        raise ValueError("no items")
    modes = [(m, m.training) for m in model.modules()]
    model.eval()
    try:
        with torch.no_grad():
            return math.fsum(one(model, tokenizer, **item) for item in items) / len(items)
    finally:
        for m, mode in modes:
            m.training = mode


def one(model, tokenizer, template, word):
    if template.count("{mask}") != 1:
        raise ValueError(template)
    text = template.format(mask=word)
    start = template.index("{")
    enc = tokenizer(text, return_offsets_mapping=True)
    offsets = enc.pop("offset_mapping")
    inside = torch.tensor([min(b, start + len(word)) - max(a, start) > 0 for a, b in offsets])
    ids = torch.tensor(enc["input_ids"])
    logits = model(input_ids=torch.where(inside, tokenizer.mask_token_id, ids)[None]).logits[0]
    return float(torch.equal(logits.argmax(-1)[inside], ids[inside]))


# %% plm="perplexity"


def perplexity(loss):
    value = torch.tensor(loss, dtype=torch.float64).exp()
    return value.item()


# %% plm="run_experiment"


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    frozen = freeze(tokenizer, eval_texts, seed + 7)

    def both():
        model.eval()
        with torch.no_grad():
            outputs = [(b["labels"], model(input_ids=b["input_ids"], attention_mask=b["attention_mask"]).logits) for b in frozen]
        nll = [(-x.log_softmax(-1)[y != -100].gather(1, y[y != -100][:, None])).flatten() for y, x in outputs]
        return cloze_accuracy(model, tokenizer, items), perplexity(torch.cat(nll).mean().item())

    before = both()
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=8, learning_rate=3e-3, seed=seed)
    after = both()
    return {
        **{k + "_before": v for k, v in zip(("accuracy", "perplexity"), before)},
        **{k + "_after": v for k, v in zip(("accuracy", "perplexity"), after)},
    }


# %% plm="ANALYSIS"
ANALYSIS = """"""
