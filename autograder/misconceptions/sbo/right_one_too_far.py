"""The right boundary is end + 1, as in the paper's closed intervals."""

FUNCTIONS = ("span_targets",)
HINT = {
    "zh": (
        "你的右边界是 e + 1。论文的区间包括两端，所以写 x_{e+1}；这里是半开区间，片段后的第一个词元就是 e。"
    ),
    "en": (
        "Your right boundary is e + 1. The paper's intervals include both ends, hence x_{e+1}; here they are half-open, "
        "and the first token after the span is e."
    ),
}


def span_targets(spans):
    rows = [(i, start - 1, end + 1, i - start) for start, end in spans for i in range(start, end)]
    target, left, right, position = torch.tensor(rows, dtype=torch.long).reshape(-1, 4).unbind(dim=1)
    return target, left, right, position
