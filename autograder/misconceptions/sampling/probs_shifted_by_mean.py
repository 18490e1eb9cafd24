"""The mean is taken off instead of the largest logit: still an overflow, and NaN with -inf."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "你减去的是平均值：大的 logits 仍会溢出；有 -inf 时平均值就是 -inf，结果全是 NaN。应当减去最大"
        "值。"
    ),
    "en": (
        "You take off the mean: large logits still overflow, and with a -inf among them the mean is -inf and "
        "everything becomes NaN. Take off the largest."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    weights = torch.exp((logits - logits.mean(dim=-1, keepdim=True)) / temperature)
    return weights / weights.sum(dim=-1, keepdim=True)
