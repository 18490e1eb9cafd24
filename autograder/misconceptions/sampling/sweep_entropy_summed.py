"""The entropies are added up, not averaged."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "`mean_entropy` 是平均，不是总和。"
    ),
    "en": (
        "`mean_entropy` is a mean, not a sum."
    ),
}


def _measured(model, tokenizer, prompt, temperature, seeds, max_new_tokens):
    runs = [_continue(model, tokenizer, prompt, temperature, max_new_tokens, seed) for seed in seeds]
    texts = [text for text, _ in runs]
    return {
        "texts": texts,
        "distinct_1": distinct_n(texts, 1),
        "distinct_2": distinct_n(texts, 2),
        "mean_entropy": sum(value for _, values in runs for value in values),
    }
