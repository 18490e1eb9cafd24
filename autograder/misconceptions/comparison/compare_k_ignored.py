"""k is not passed on."""

FUNCTIONS = ('compare_models',)
HINT = {
    "zh": '你没有把 k 传给 `cloze_scores`，`topk` 总是前 5 名。',
    "en": 'You do not pass k on to `cloze_scores`; `topk` is always the top 5.',
}


def compare_models(models, items, texts, k=5):
    if len(models) != 2:
        raise ValueError("two models")
    scores = {name: cloze_scores(model, tokenizer, items, 5) for name, (model, tokenizer) in models.items()}
    result = {
        name: {"top1": scores[name]["top1"], "topk": scores[name]["topk"], "bits_per_character": _pooled_bits(model, tokenizer, texts)}
        for name, (model, tokenizer) in models.items()
    }
    hits_a, hits_b = [score["hits"] for score in scores.values()][:2]
    return {**result, "p_value": mcnemar_exact(hits_a, hits_b)}
