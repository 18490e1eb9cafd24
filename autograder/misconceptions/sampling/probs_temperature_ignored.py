"""The temperature has no effect above 0."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "温度大于 0 时没有起作用：结果总是 T = 1 的分布。"
    ),
    "en": (
        "Above 0 the temperature has no effect: the result is always the distribution at T = 1."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    return torch.softmax(logits, dim=-1)
