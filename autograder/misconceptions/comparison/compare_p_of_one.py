"""The test is given the first model's hits twice."""

FUNCTIONS = ("compare_models",)
HINT = {
    "zh": "`p_value` 是拿同一个模型的 hits 和它自己比：总是 1。要比的是两个模型的 hits。",
    "en": "`p_value` compares one model's hits with themselves, which always gives 1. Compare both models' hits.",
}


def compare_models(models, items, texts, k=5):
    if len(models) != 2:
        raise ValueError("two models")
    scores = {name: cloze_scores(model, tokenizer, items, k) for name, (model, tokenizer) in models.items()}
    result = {
        name: {"top1": scores[name]["top1"], "topk": scores[name]["topk"], "bits_per_character": _pooled_bits(model, tokenizer, texts)}
        for name, (model, tokenizer) in models.items()
    }
    hits = next(iter(scores.values()))["hits"]
    return {**result, "p_value": mcnemar_exact(hits, hits)}
