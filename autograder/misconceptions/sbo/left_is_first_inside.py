"""The left boundary is the span's first token."""

FUNCTIONS = ("span_targets",)
HINT = {
    "zh": (
        "你的左边界是 s，那是片段内的第一个词元（已被盖住）。边界在片段之外：s - 1。"
    ),
    "en": (
        "Your left boundary is s, the first token inside the span, which is masked. The boundary lies outside: s - 1."
    ),
}


def span_targets(spans):
    rows = [(i, start, end, i - start) for start, end in spans for i in range(start, end)]
    target, left, right, position = torch.tensor(rows, dtype=torch.long).reshape(-1, 4).unbind(dim=1)
    return target, left, right, position
