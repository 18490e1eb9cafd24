"""The batch size is left at the default."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '没有用 `batch_size`（参数名是 `per_device_train_batch_size`），总是默认的 8，步数就不对。',
    "en": '`batch_size` is not used (the argument is `per_device_train_batch_size`): always the default of 8, and the number of steps is another.',
}


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    arguments = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=epochs,
        learning_rate=learning_rate,
        per_device_train_batch_size=8,
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
