"""Draws from the distribution at T = 1."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "温度大于 0 时你总是从 T = 1 的分布里抽取。"
    ),
    "en": (
        "Above 0 you always draw from the distribution at T = 1."
    ),
}


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, 1.0 if temperature > 0 else 0.0)
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1, generator=generator).reshape(probs.shape[:-1])
