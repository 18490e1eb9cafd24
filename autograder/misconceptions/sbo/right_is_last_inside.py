"""The right boundary is the span's last token."""

FUNCTIONS = ("span_targets",)
HINT = {
    "zh": (
        "你的右边界是 e - 1，那是片段内的最后一个词元。半开区间里，片段后的第一个词元就是 e。"
    ),
    "en": (
        "Your right boundary is e - 1, the last token inside. With half-open spans the first token after it is e."
    ),
}


def span_targets(spans):
    rows = [(i, start - 1, end - 1, i - start) for start, end in spans for i in range(start, end)]
    target, left, right, position = torch.tensor(rows, dtype=torch.long).reshape(-1, 4).unbind(dim=1)
    return target, left, right, position
