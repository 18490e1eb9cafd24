"""distinct-n of each text, averaged."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "你对每段文本各算 distinct-n 再平均；要对所有文本合在一起计算。"
    ),
    "en": (
        "You average each text's distinct-n; it is computed over all texts together."
    ),
}


def _measured(model, tokenizer, prompt, temperature, seeds, max_new_tokens):
    runs = [_continue(model, tokenizer, prompt, temperature, max_new_tokens, seed) for seed in seeds]
    texts = [text for text, _ in runs]
    return {
        "texts": texts,
        "distinct_1": fmean(distinct_n([text], 1) for text in texts),
        "distinct_2": fmean(distinct_n([text], 2) for text in texts),
        "mean_entropy": fmean(value for _, values in runs for value in values),
    }
