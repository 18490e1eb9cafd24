"""The position counts from 1."""

FUNCTIONS = ("span_targets",)
HINT = {
    "zh": (
        "你的相对位置从 1 数起。嵌入表的第 0 行就是论文的 p₁，所以是 i - s；从 1 数起，最长的片段会越界。"
    ),
    "en": (
        "Your relative position counts from 1. Row 0 of the table is the paper's p₁, hence i - s; counted from 1 the "
        "longest span leaves the table."
    ),
}


def span_targets(spans):
    rows = [(i, start - 1, end, i - start + 1) for start, end in spans for i in range(start, end)]
    target, left, right, position = torch.tensor(rows, dtype=torch.long).reshape(-1, 4).unbind(dim=1)
    return target, left, right, position
