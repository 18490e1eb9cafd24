"""No eval_strategy: nothing is evaluated while training."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '没有设置 `eval_strategy`，默认是“从不评估”，`log_history` 里就没有 `eval_loss`。',
    "en": 'Without `eval_strategy` the Trainer never evaluates (the default), and `log_history` has no `eval_loss`.',
}


def finetune_mlm(
    model, tokenizer, train_texts, eval_texts, output_dir, epochs=3, learning_rate=5e-4, batch_size=16, seed=0
):
    arguments = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=epochs,
        learning_rate=learning_rate,
        per_device_train_batch_size=batch_size,
        
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
