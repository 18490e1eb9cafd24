"""The temperature is applied twice."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "温度被用了两次：先除了一次，`temperature_probs` 里又除了一次，相当于 T²。"
    ),
    "en": (
        "The temperature is applied twice: once before, and again in `temperature_probs`, which makes it T²."
    ),
}


def sample_token(logits, temperature, generator=None):
    if temperature > 0:
        logits = logits / temperature
    probs = temperature_probs(logits, temperature)
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1, generator=generator).reshape(probs.shape[:-1])
