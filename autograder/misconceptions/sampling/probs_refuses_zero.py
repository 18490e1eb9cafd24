"""T = 0 is refused like a negative temperature."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "T = 0 是允许的：它表示贪心。只拒绝负数、NaN 和无穷。"
    ),
    "en": (
        "T = 0 is allowed: it means greedy. Only negative, NaN and infinite temperatures are refused."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 < temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    return torch.softmax((logits - logits.amax(dim=-1, keepdim=True)) / temperature, dim=-1)
