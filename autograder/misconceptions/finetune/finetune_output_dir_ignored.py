"""Writes to a folder of its own."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '`TrainingArguments` 用的不是传入的 `output_dir`，文件会写到别处。',
    "en": '`TrainingArguments` does not get the `output_dir` that was passed in; files would go elsewhere.',
}


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    arguments = TrainingArguments(
        output_dir="./results",
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
        data_collator=make_collator(tokenizer, seed=seed),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer
