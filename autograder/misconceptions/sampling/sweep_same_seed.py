"""Every sample of a temperature uses the same seed."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "每段文本都用了同一个种子，于是它们完全相同。第 i 段用 `seed + i`。"
    ),
    "en": (
        "All samples use the same seed and so are the same text. Sample i uses `seed + i`."
    ),
}


def _measured(model, tokenizer, prompt, temperature, seeds, max_new_tokens):
    runs = [_continue(model, tokenizer, prompt, temperature, max_new_tokens, seeds[0]) for _ in seeds]
    texts = [text for text, _ in runs]
    return {
        "texts": texts,
        "distinct_1": distinct_n(texts, 1),
        "distinct_2": distinct_n(texts, 2),
        "mean_entropy": fmean(value for _, values in runs for value in values),
    }
