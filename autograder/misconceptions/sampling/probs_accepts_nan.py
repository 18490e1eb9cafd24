"""Only `temperature < 0` is refused: NaN and infinity get through."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "只检查 `temperature < 0` 会放过 NaN（任何与 NaN 的比较都是假）和正无穷。可以用 `mat"
        "h.isfinite`。"
    ),
    "en": (
        "A test for `temperature < 0` alone lets NaN through (every comparison with NaN is false), and "
        "infinity. `math.isfinite` helps."
    ),
}


def temperature_probs(logits, temperature):
    if temperature < 0:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    return torch.softmax((logits - logits.amax(dim=-1, keepdim=True)) / temperature, dim=-1)
