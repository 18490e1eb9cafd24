"""Tokens are hidden, but the loss is taken over all of them, most of which the model sees."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": "训练时每个词元都有标签，没盖住的也要“猜”：它们就在输入里，损失大半来自照抄。只有选中的词元才有标签，其余是 -100。",
    "en": "In training every token has a label, those in plain sight too: most of the loss is copying. Only chosen tokens have labels; the rest are -100.",
}

import torch


class AllLabels:
    def __init__(self, tokenizer, seed):
        self.tokenizer, self.inner = tokenizer, make_collator(tokenizer, seed=seed)

    def __call__(self, rows):
        batch = self.inner(rows)
        width = batch["input_ids"].shape[1]
        labels = [list(row["input_ids"]) + [-100] * (width - len(row["input_ids"])) for row in rows]
        return {**batch, "labels": torch.tensor(labels)}


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    arguments = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=epochs,
        learning_rate=learning_rate,
        per_device_train_batch_size=batch_size,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=seed,
        disable_tqdm=True,
    )
    trainer = Trainer(
        model=model,
        args=arguments,
        data_collator=AllLabels(tokenizer, seed),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer
