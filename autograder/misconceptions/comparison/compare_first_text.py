"""Only the first text is scored."""

FUNCTIONS = ('compare_models',)
HINT = {
    "zh": '`bits_per_character` 只算了第一个文本。',
    "en": '`bits_per_character` is of the first text alone.',
}


def compare_models(models, items, texts, k=5):
    if len(models) != 2:
        raise ValueError("two models")
    scores = {name: cloze_scores(model, tokenizer, items, k) for name, (model, tokenizer) in models.items()}
    result = {
        name: {"top1": scores[name]["top1"], "topk": scores[name]["topk"], "bits_per_character": bits_per_character(model, tokenizer, texts[0])}
        for name, (model, tokenizer) in models.items()
    }
    hits_a, hits_b = [score["hits"] for score in scores.values()][:2]
    return {**result, "p_value": mcnemar_exact(hits_a, hits_b)}
