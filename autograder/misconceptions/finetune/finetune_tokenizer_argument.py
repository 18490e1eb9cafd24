"""Trainer(tokenizer=...), which version 5 does not take."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '`Trainer(tokenizer=...)` 在第 5 版里改成了 `processing_class=...`。',
    "en": '`Trainer(tokenizer=...)` has become `processing_class=...` in version 5.',
}


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
        data_collator=make_collator(tokenizer, seed=seed),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        tokenizer=tokenizer,
    )
    trainer.train()
    return trainer
