"""One softmax over all rows together."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "你把所有行放在一起归一化：每一行都应当各自加起来是 1。"
    ),
    "en": (
        "You normalise all rows together: each row should add up to 1 by itself."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    scaled = (logits - logits.max()) / temperature
    return scaled.exp() / scaled.exp().sum()
