"""The evaluation texts are trained on as well."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '评估文本也拿去训练了（泄漏）：评估就不再说明模型在没见过的文本上怎样。',
    "en": 'The evaluation texts are trained on too (leakage): evaluation then says nothing about text that the model has not seen.',
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
        train_dataset=make_dataset(tokenizer, [*train_texts, *eval_texts]),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer
