"""The perplexity is measured on the training texts."""

FUNCTIONS = ("run_experiment",)
HINT = {
    "zh": '困惑度是在训练文本上测的。那只说明模型记住了多少；要在 `eval_texts` 上测。',
    "en": 'The perplexity is that of the training texts. It tells how much was learned by heart; measure on `eval_texts`.',
}


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    batches = _frozen_batches(tokenizer, train_texts, seed)
    accuracy_before, loss_before = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=EPOCHS, learning_rate=RATE, seed=seed)
    accuracy_after, loss_after = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    return {
        "accuracy_before": accuracy_before,
        "accuracy_after": accuracy_after,
        "perplexity_before": perplexity(loss_before),
        "perplexity_after": perplexity(loss_after),
    }
