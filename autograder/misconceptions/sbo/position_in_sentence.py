"""The position is that in the sequence."""

FUNCTIONS = ("span_targets",)
HINT = {
    "zh": (
        "你用了词元在整个序列中的位置。要的是它在片段中的相对位置 i - s。"
    ),
    "en": (
        "You use the token's position in the sequence. What is asked for is its position in the span, i - s."
    ),
}


def span_targets(spans):
    rows = [(i, start - 1, end, i) for start, end in spans for i in range(start, end)]
    target, left, right, position = torch.tensor(rows, dtype=torch.long).reshape(-1, 4).unbind(dim=1)
    return target, left, right, position
