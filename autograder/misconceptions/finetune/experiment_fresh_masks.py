"""Other masks before than after."""

FUNCTIONS = ("run_experiment",)
HINT = {
    "zh": '训练前后用的掩码不同，两个困惑度的差别里有一部分只是掩码的差别。先抽一次掩码，前后都用它（或者用同一个种子重新造）。',
    "en": 'The masks before and after are different ones, so part of the difference between the two perplexities is theirs. Draw the masks once and use them both times (or make them anew from the same seed).',
}


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    batches, others = _frozen_batches(tokenizer, eval_texts, seed), _frozen_batches(tokenizer, eval_texts, seed + 1)
    accuracy_before, loss_before = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=EPOCHS, learning_rate=RATE, seed=seed)
    accuracy_after, loss_after = cloze_accuracy(model, tokenizer, items), _mean_loss(model, others)
    return {
        "accuracy_before": accuracy_before,
        "accuracy_after": accuracy_after,
        "perplexity_before": perplexity(loss_before),
        "perplexity_after": perplexity(loss_after),
    }
