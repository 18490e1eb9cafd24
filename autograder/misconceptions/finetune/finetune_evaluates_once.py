"""Evaluates once, after all epochs."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '只在训练完之后评估了一次。要求每轮结束时都评估，这样才看得出从哪一轮开始过拟合。',
    "en": "It evaluates once, when all is over. It is asked for at each epoch's end, so that one sees where overfitting begins.",
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
    trainer.evaluate()
    return trainer
