"""Each text's mean entropy, then the mean of these."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "你先对每段文本求平均，再对文本平均：长短不同的文本就有了同样的权重。把所有文本的所有位置放在一起平均。"
    ),
    "en": (
        "You take each text's mean, and then the mean of these: short texts weigh as much as long ones. "
        "Average over all positions of all texts together."
    ),
}


def _measured(model, tokenizer, prompt, temperature, seeds, max_new_tokens):
    runs = [_continue(model, tokenizer, prompt, temperature, max_new_tokens, seed) for seed in seeds]
    texts = [text for text, _ in runs]
    return {
        "texts": texts,
        "distinct_1": distinct_n(texts, 1),
        "distinct_2": distinct_n(texts, 2),
        "mean_entropy": fmean(fmean(values) for _, values in runs),
    }
