"""The texts are joined into one string."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "`texts` 应当是字符串的列表，每段文本一项。"
    ),
    "en": (
        "`texts` should be a list of strings, one for each sample."
    ),
}


def _measured(model, tokenizer, prompt, temperature, seeds, max_new_tokens):
    runs = [_continue(model, tokenizer, prompt, temperature, max_new_tokens, seed) for seed in seeds]
    texts = [text for text, _ in runs]
    return {
        "texts": "\n".join(texts),
        "distinct_1": distinct_n(texts, 1),
        "distinct_2": distinct_n(texts, 2),
        "mean_entropy": fmean(value for _, values in runs for value in values),
    }
