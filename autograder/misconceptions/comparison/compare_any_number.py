"""Any number of models is accepted."""

FUNCTIONS = ('compare_models',)
HINT = {
    "zh": '只能比较恰好两个模型，否则抛出 ValueError。',
    "en": 'Exactly two models are compared; anything else is a ValueError.',
}


def compare_models(models, items, texts, k=5):
    models = dict(models)
    scores = {name: cloze_scores(model, tokenizer, items, k) for name, (model, tokenizer) in models.items()}
    result = {
        name: {"top1": scores[name]["top1"], "topk": scores[name]["topk"], "bits_per_character": _pooled_bits(model, tokenizer, texts)}
        for name, (model, tokenizer) in models.items()
    }
    hits = [score["hits"] for score in scores.values()]
    hits_a, hits_b = hits[0], hits[-1]
    return {**result, "p_value": mcnemar_exact(hits_a, hits_b)}
