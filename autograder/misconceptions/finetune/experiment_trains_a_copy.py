"""A copy is trained, so that the model that was passed in stays as it was."""

import copy

FUNCTIONS = ("run_experiment",)
HINT = {
    "zh": '训练的是副本，传入的模型没有变。要求就地训练。',
    "en": 'A copy is trained, and the model that was passed in stays as it was. It is to be trained in place.',
}


def run_experiment(model, tokenizer, train_texts, eval_texts, items, output_dir, seed=0):
    batches = _frozen_batches(tokenizer, eval_texts, seed)
    accuracy_before, loss_before = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    model = copy.deepcopy(model)
    finetune_mlm(model, tokenizer, train_texts, eval_texts, output_dir, epochs=EPOCHS, learning_rate=RATE, seed=seed)
    accuracy_after, loss_after = cloze_accuracy(model, tokenizer, items), _mean_loss(model, batches)
    return {
        "accuracy_before": accuracy_before,
        "accuracy_after": accuracy_after,
        "perplexity_before": perplexity(loss_before),
        "perplexity_after": perplexity(loss_after),
    }
