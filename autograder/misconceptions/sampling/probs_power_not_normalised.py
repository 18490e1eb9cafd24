"""Probabilities are raised to the power 1/T and not normalised again."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "概率的 1/T 次方加起来不再是 1：还要除以它们的和。"
    ),
    "en": (
        "The probabilities to the power 1/T no longer add up to 1: divide by their sum."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    return torch.softmax(logits, dim=-1) ** (1 / temperature)
