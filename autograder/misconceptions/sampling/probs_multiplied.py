"""The logits are multiplied by T."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "你把 logits **乘**以了 T，方向正好相反：低温变平、高温变尖。应当除以 T。"
    ),
    "en": (
        "You **multiply** the logits by T, which is the wrong way round: low temperatures flatten, high ones "
        "sharpen. Divide by T."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    return torch.softmax(logits * temperature, dim=-1)
