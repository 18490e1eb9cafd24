"""What was measured before the (short) training is called after, and the other way round."""

FUNCTIONS = ("run_experiment",)
HINT = {
    "zh": '训练前、后的数值写反了：`before` 是训练之前量的。',
    "en": 'The numbers are the wrong way round: `before` is what was measured before the training.',
}


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    batches = _frozen_batches(tokenizer, eval_texts, seed)
    accuracy_before, loss_before = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, seed=seed)
    accuracy_after, loss_after = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    return {
        "accuracy_before": accuracy_after,
        "accuracy_after": accuracy_before,
        "perplexity_before": perplexity(loss_after),
        "perplexity_after": perplexity(loss_before),
    }
