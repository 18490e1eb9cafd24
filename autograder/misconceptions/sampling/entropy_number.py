"""A Python number instead of a tensor."""

FUNCTIONS = ("entropy",)
HINT = {
    "zh": (
        "`.item()` 或 `float(...)` 只能给出一个数；要的是形状 `(...)` 的张量，每行一个熵。"
    ),
    "en": (
        "`.item()` or `float(...)` gives a single number; a tensor `(...)` is asked for, one entropy a row."
    ),
}


def entropy(probs):
    return float(torch.special.entr(probs).sum())
