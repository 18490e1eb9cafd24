"""The dimension of the single draw stays: `(..., 1)`."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "`torch.multinomial(..., 1)` 的结果多出大小为 1 的一维；形状应当是 `(...)`。"
    ),
    "en": (
        "`torch.multinomial(..., 1)` leaves a dimension of size 1; the shape should be `(...)`."
    ),
}


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, temperature)
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1, generator=generator).reshape(*probs.shape[:-1], 1)
