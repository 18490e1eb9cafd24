"""The library's collator with `mlm=False`: nothing is hidden, and the model learns to copy what it sees."""

FUNCTIONS = ("finetune_mlm",)
HINT = {
    "zh": "训练用的 collator 是 `mlm=False`（那是给 GPT 用的）：没有一个词元被盖住，标签就是输入，模型只要照抄。用你自己的 `make_collator`。",
    "en": "The collator in training has `mlm=False`, which is for GPT: no token is hidden, the labels are the input, and the model need only copy. Use your own `make_collator`.",
}

from transformers import DataCollatorForLanguageModeling


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
        data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
        train_dataset=make_dataset(tokenizer, train_texts),
        eval_dataset=make_dataset(tokenizer, eval_texts),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer
