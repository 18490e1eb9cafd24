"""Log-probabilities are returned."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "你返回的是 `log_softmax`，即概率的对数；要的是概率本身。"
    ),
    "en": (
        "You return `log_softmax`, the logarithms; the probabilities themselves are asked for."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    return torch.log_softmax((logits - logits.amax(dim=-1, keepdim=True)) / temperature, dim=-1)


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, temperature)
    probs = probs if temperature == 0 else probs.exp()
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1, generator=generator).reshape(probs.shape[:-1])
