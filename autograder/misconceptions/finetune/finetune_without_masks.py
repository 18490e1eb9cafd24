"""mlm=False: nothing is masked, and the labels are the inputs."""

from transformers import DataCollatorWithPadding

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '`mlm=False` 时不盖任何词元，标签就是输入：模型只学会照抄看得见的词元，`eval_loss` 很低却没有意义。',
    "en": 'With `mlm=False` nothing is masked and the labels are the inputs: the model learns to copy what it sees, and its low `eval_loss` means nothing.',
}


def _copying(tokenizer):
    pad = DataCollatorWithPadding(tokenizer)

    def collate(rows):
        batch = pad([{k: row[k] for k in ("input_ids", "attention_mask")} for row in rows])
        labels = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)
        return {"input_ids": batch["input_ids"], "attention_mask": batch["attention_mask"], "labels": labels}

    return collate


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
        data_collator=_copying(tokenizer),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer
