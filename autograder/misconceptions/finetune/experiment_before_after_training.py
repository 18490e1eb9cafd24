"""Both measurements are made after training."""

FUNCTIONS = ("run_experiment",)
HINT = {
    "zh": '训练前的两个数也是在训练之后测的（模型是就地训练的，它已经变了）。先测，再训练。',
    "en": 'The numbers for before are measured after training as well (the model is trained in place, so it has changed by then). Measure first.',
}


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    batches = _frozen_batches(tokenizer, eval_texts, seed)
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=EPOCHS, learning_rate=RATE, seed=seed)
    accuracy_before, loss_before = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    accuracy_after, loss_after = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    return {
        "accuracy_before": accuracy_before,
        "accuracy_after": accuracy_after,
        "perplexity_before": perplexity(loss_before),
        "perplexity_after": perplexity(loss_after),
    }
