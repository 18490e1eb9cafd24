"""One row for each span instead of each token."""

FUNCTIONS = ("span_targets",)
HINT = {
    "zh": (
        "你每个片段只给了一行。片段里的每个词元都要预测，各占一行。"
    ),
    "en": (
        "You give one row for each span. Every token of the span is predicted and has a row of its own."
    ),
}


def span_targets(spans):
    rows = [(start, start - 1, end, 0) for start, end in spans]
    target, left, right, position = torch.tensor(rows, dtype=torch.long).reshape(-1, 4).unbind(dim=1)
    return target, left, right, position
