"""Each text weighs the same."""

FUNCTIONS = ('compare_models',)
HINT = {
    "zh": '你先算每个文本的比特数再平均，短文本占了太多分量。请用所有文本的比特数之和除以字符数之和。',
    "en": "You average the texts' bits per character, and short texts weigh too much. Divide all texts' bits by all texts' characters.",
}


def compare_models(models, items, texts, k=5):
    if len(models) != 2:
        raise ValueError("two models")
    scores = {name: cloze_scores(model, tokenizer, items, k) for name, (model, tokenizer) in models.items()}
    result = {
        name: {"top1": scores[name]["top1"], "topk": scores[name]["topk"], "bits_per_character": fmean(bits_per_character(model, tokenizer, text) for text in texts)}
        for name, (model, tokenizer) in models.items()
    }
    hits_a, hits_b = [score["hits"] for score in scores.values()][:2]
    return {**result, "p_value": mcnemar_exact(hits_a, hits_b)}
