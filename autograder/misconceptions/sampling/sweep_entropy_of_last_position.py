"""Only the last position's entropy counts."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "你只用了每段文本最后一个位置的熵；要对**所有**生成位置平均。"
    ),
    "en": (
        "You use the entropy at each text's last position only; the mean is over **every** generated "
        "position."
    ),
}


def _measured(model, tokenizer, prompt, temperature, seeds, max_new_tokens):
    runs = [_continue(model, tokenizer, prompt, temperature, max_new_tokens, seed) for seed in seeds]
    texts = [text for text, _ in runs]
    return {
        "texts": texts,
        "distinct_1": distinct_n(texts, 1),
        "distinct_2": distinct_n(texts, 2),
        "mean_entropy": fmean(values[-1] for _, values in runs),
    }
