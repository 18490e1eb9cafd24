"""The perplexities are those of the first and the last epoch's evaluation."""

FUNCTIONS = ("run_experiment",)
HINT = {
    "zh": '`perplexity_before` 取自第一轮结束时的 `eval_loss`：那时模型已经训练了一轮，每次评估的掩码也不同。训练之前要自己先测一次。',
    "en": '`perplexity_before` comes from the `eval_loss` of the first epoch: by then the model has been trained for an epoch, and each evaluation has other masks. Measure once yourself before training.',
}


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    accuracy_before = cloze_accuracy(model, tokenizer, items)
    trainer = finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=EPOCHS, learning_rate=RATE, seed=seed)
    accuracy_after = cloze_accuracy(model, tokenizer, items)
    losses = [entry["eval_loss"] for entry in trainer.state.log_history if "eval_loss" in entry]
    return {
        "accuracy_before": accuracy_before,
        "accuracy_after": accuracy_after,
        "perplexity_before": perplexity(losses[0]),
        "perplexity_after": perplexity(losses[-1]),
    }
