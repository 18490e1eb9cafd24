"""`exp` without taking off the largest logit first: it overflows."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "`exp(logits / T)` 在 logits 很大或 T 很小时溢出为 inf，再相除得到 NaN。先减去每"
        "行的最大值，结果不变而不会溢出；`torch.softmax` 自己会这样做。"
    ),
    "en": (
        "`exp(logits / T)` overflows to inf for large logits or a small T, and inf / inf is NaN. Take off "
        "each row's largest value first: the result is the same, without overflow. `torch.softmax` does so by"
        " itself."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    weights = torch.exp(logits / temperature)
    return weights / weights.sum(dim=-1, keepdim=True)
