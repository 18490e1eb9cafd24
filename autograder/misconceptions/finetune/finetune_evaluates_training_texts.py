"""eval_loss is measured on the training texts."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '`eval_dataset` 用的是训练文本：这样的 `eval_loss` 只会一路下降，看不出过拟合。',
    "en": 'The `eval_dataset` is made of the training texts: such an `eval_loss` only falls and never shows overfitting.',
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
        eval_dataset=make_dataset(tokenizer, train_texts),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer
