"""T = 0 is replaced by a tiny temperature, so that ties share the mass."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "你用很小的温度代替 T = 0。并列最大时概率会平分；约定是全部给第一个。"
    ),
    "en": (
        "You put a tiny temperature in place of T = 0. Where several logits are the largest they then share "
        "the mass; all of it belongs to the first one."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    return torch.softmax((logits - logits.amax(dim=-1, keepdim=True)) / max(temperature, 1e-7), dim=-1)
