"""Probabilities are converted back to the logits' type, which makes zeros of them where logits are integers."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "你把概率转换回了 logits 的类型：logits 是整数时，概率都变成了 0。概率总是浮点数。"
    ),
    "en": (
        "You convert the probabilities back to the logits' type: where these are integers, the probabilities "
        "all become 0. Probabilities are floats."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    return torch.softmax((logits - logits.amax(dim=-1, keepdim=True)) / temperature, dim=-1).to(logits.dtype)
