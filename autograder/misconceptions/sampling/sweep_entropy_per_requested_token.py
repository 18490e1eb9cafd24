"""The sum of entropies is divided by the tokens that were asked for, not generated."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "你除以的是 `samples · max_new_tokens`；遇到结束符的文本更短。除以真正生成的位置数。"
    ),
    "en": (
        "You divide by `samples · max_new_tokens`; texts that meet the end are shorter. Divide by the "
        "positions that were generated."
    ),
}


def _measured(model, tokenizer, prompt, temperature, seeds, max_new_tokens):
    runs = [_continue(model, tokenizer, prompt, temperature, max_new_tokens, seed) for seed in seeds]
    texts = [text for text, _ in runs]
    return {
        "texts": texts,
        "distinct_1": distinct_n(texts, 1),
        "distinct_2": distinct_n(texts, 2),
        "mean_entropy": sum(value for _, values in runs for value in values) / (len(seeds) * max(1, max_new_tokens)),
    }
