"""evaluation_strategy, the name before version 5 of transformers."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '`evaluation_strategy` 是旧版 transformers 的名字，第 5 版里叫 `eval_strategy`。',
    "en": '`evaluation_strategy` is the name of older versions of transformers; in version 5 it is `eval_strategy`.',
}


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    arguments = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=epochs,
        learning_rate=learning_rate,
        per_device_train_batch_size=batch_size,
        evaluation_strategy="epoch",
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
