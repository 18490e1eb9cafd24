"""num_train_epochs is left at the default."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '没有把 `epochs` 传给 `num_train_epochs`，总是训练默认的 3 轮。',
    "en": '`epochs` is not passed on to `num_train_epochs`: always the default of 3.',
}


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    arguments = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=3,
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
