# %% plm="setup"
from math import exp, inf

import torch
from datasets import Dataset
from transformers import DataCollatorForLanguageModeling, Trainer, TrainingArguments

# %% plm="make_dataset"
# Everything that the libraries have: datasets' map and filter, the tokenizer's overflow, transformers' collator.


def make_dataset(tokenizer, texts, block_size=64):
    if block_size - tokenizer.num_special_tokens_to_add() <= 0:
        raise ValueError("no room for a token")

    def blocks(batch):
        encoded = tokenizer(
            batch["text"],
            truncation=True,
            max_length=block_size,
            return_overflowing_tokens=True,
            return_special_tokens_mask=True,
        )
        return {name: encoded[name] for name in ("input_ids", "attention_mask", "special_tokens_mask")}

    return (
        Dataset.from_dict({"text": texts})
        .filter(lambda row: len(row["text"].split()) > 0)
        .map(blocks, batched=True, remove_columns=["text"])
    )


# %% plm="make_collator"


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    return DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=True, mlm_probability=mlm_probability, seed=seed)


# %% plm="finetune_mlm"


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    training_args = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=epochs,
        learning_rate=learning_rate,
        per_device_train_batch_size=batch_size,
        per_device_eval_batch_size=batch_size,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        weight_decay=0.01,
        warmup_steps=0.1,
        report_to="none",
        seed=seed,
        data_seed=seed,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        data_collator=make_collator(tokenizer, seed=seed),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer


# %% plm="cloze_accuracy"


def cloze_accuracy(model, tokenizer, items):
    if not items:
        raise ValueError("items is empty")
    training = model.training
    model.eval()
    correct = 0
    try:
        for item in items:
            template, word = item["template"], item["word"]
            if template.count("{mask}") != 1:
                raise ValueError("template")
            before = template[: template.find("{mask}")]
            inputs = tokenizer(template.replace("{mask}", word), return_tensors="pt")
            positions = sorted(
                {
                    inputs.char_to_token(i)
                    for i in range(len(before), len(before) + len(word))
                    if inputs.char_to_token(i) is not None
                }
            )
            labels = inputs["input_ids"][0, positions].clone()
            inputs["input_ids"][0, positions] = tokenizer.mask_token_id
            with torch.no_grad():
                predictions = model(**inputs).logits[0, positions].argmax(dim=-1)
            correct += int(torch.equal(predictions, labels))
    finally:
        model.train(training)
    return correct / len(items)


# %% plm="perplexity"


def perplexity(loss):
    try:
        return exp(loss)
    except OverflowError:
        return inf


# %% plm="run_experiment"


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    collate = make_collator(tokenizer, seed=seed)
    frozen = [collate([row]) for row in make_dataset(tokenizer, eval_texts)]

    def loss():
        model.eval()
        losses = []
        for batch in frozen:
            with torch.no_grad():
                logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            chosen = batch["labels"] != -100
            losses.append(torch.nn.functional.cross_entropy(logits[chosen], batch["labels"][chosen], reduction="none"))
        return torch.cat(losses).mean().item()

    accuracy_before, loss_before = cloze_accuracy(model, tokenizer, items), loss()
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, seed=seed)
    return dict(
        accuracy_before=accuracy_before,
        accuracy_after=cloze_accuracy(model, tokenizer, items),
        perplexity_before=perplexity(loss_before),
        perplexity_after=perplexity(loss()),
    )


# %% plm="ANALYSIS"
ANALYSIS = ""
