"""Negative temperatures are not refused."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "负的温度没有被拒绝：它会把名次颠倒过来。"
    ),
    "en": (
        "Negative temperatures are not refused: they turn the ranks upside down."
    ),
}


def temperature_probs(logits, temperature):
    if math.isnan(temperature) or math.isinf(temperature):
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    return torch.softmax((logits - logits.amax(dim=-1, keepdim=True)) / temperature, dim=-1)
