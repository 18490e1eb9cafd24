"""The position is the distance to the right boundary."""

FUNCTIONS = ("span_targets",)
HINT = {
    "zh": (
        "你的相对位置是从右边数的。应从片段的开头数起：i - s。"
    ),
    "en": (
        "Your relative position counts from the right. It counts from the start of the span: i - s."
    ),
}


def span_targets(spans):
    rows = [(i, start - 1, end, end - 1 - i) for start, end in spans for i in range(start, end)]
    target, left, right, position = torch.tensor(rows, dtype=torch.long).reshape(-1, 4).unbind(dim=1)
    return target, left, right, position
