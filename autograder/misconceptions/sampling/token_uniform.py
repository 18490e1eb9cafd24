"""Every token that is possible is drawn equally often."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "你在所有词元中均匀地抽，没有用概率作权重。"
    ),
    "en": (
        "You draw uniformly among the tokens: the probabilities are not used as weights."
    ),
}


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, temperature)
    probs = (probs > 0).to(probs.dtype)
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1, generator=generator).reshape(probs.shape[:-1])
