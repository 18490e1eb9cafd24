"""The most probable token is taken instead of a drawn one."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "你取的总是概率最大的词元，没有随机。那是贪心解码，只在 T = 0 时才是。要按概率抽取，如 `torch.mult"
        "inomial`。"
    ),
    "en": (
        "You always take the most probable token: nothing is drawn. That is greedy decoding, right at T = 0 "
        "only. Draw with the probabilities, with `torch.multinomial` for instance."
    ),
}


def sample_token(logits, temperature, generator=None):
    return temperature_probs(logits, temperature).argmax(dim=-1)
