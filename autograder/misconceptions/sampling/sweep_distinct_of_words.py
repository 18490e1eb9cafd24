"""distinct-n over words instead of characters."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "`distinct_1`、`distinct_2` 是按文本的**字符**计的；你先按空格分了词。"
    ),
    "en": (
        "`distinct_1` and `distinct_2` are over the texts' **characters**; you split them into words."
    ),
}


def _measured(model, tokenizer, prompt, temperature, seeds, max_new_tokens):
    runs = [_continue(model, tokenizer, prompt, temperature, max_new_tokens, seed) for seed in seeds]
    texts = [text for text, _ in runs]
    return {
        "texts": texts,
        "distinct_1": distinct_n([text.split() for text in texts], 1),
        "distinct_2": distinct_n([text.split() for text in texts], 2),
        "mean_entropy": fmean(value for _, values in runs for value in values),
    }
