"""The tensors are floats."""

FUNCTIONS = ("span_targets",)
HINT = {
    "zh": (
        "返回的张量应为 long（整数），才能用作下标。"
    ),
    "en": (
        "The tensors should be long (integers), since they serve as indices."
    ),
}


def span_targets(spans):
    rows = [(i, start - 1, end, i - start) for start, end in spans for i in range(start, end)]
    target, left, right, position = torch.tensor(rows, dtype=torch.float).reshape(-1, 4).unbind(dim=1)
    return target, left, right, position
