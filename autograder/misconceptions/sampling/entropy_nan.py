"""0 · log 0 is NaN."""

FUNCTIONS = ("entropy",)
HINT = {
    "zh": (
        "概率为 0 时 `0 * log(0)` 是 NaN；按约定（也是极限）它等于 0。`torch.special.e"
        "ntr` 或 `xlogy` 会处理。"
    ),
    "en": (
        "For a probability of 0, `0 * log(0)` is NaN; by convention (and in the limit) it is 0. "
        "`torch.special.entr` and `xlogy` take care of it."
    ),
}


def entropy(probs):
    return -(probs * probs.log()).sum(dim=-1)
