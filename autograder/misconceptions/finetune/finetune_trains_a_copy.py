"""A copy of the model is trained; the one that was passed in stays as it was."""

import copy

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": '训练的是模型的副本，传入的模型没有变。要求就地训练。',
    "en": 'A copy is trained, and the model that was passed in stays as it was. It is to be trained in place.',
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
        model=copy.deepcopy(model),
        args=arguments,
        data_collator=make_collator(tokenizer, seed=seed),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer
