"""Only overlap is excluded: two spans may touch."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你只避免了重叠。两个片段紧挨着时，一个片段的边界词元落在另一个片段里，也被盖住了。中间至少要留一个看得见的"
        "位置。"
    ),
    "en": (
        "You exclude overlap only. Where two spans touch, the boundary token of one lies in the other and is masked. "
        "Keep at least one visible position between them."
    ),
}


def _placed(lengths, visible, rng):
    gaps = np.sort(rng.integers(0, visible + 1, size=len(lengths))).tolist()
    spans, hidden = [], 0
    for gap, length in zip(gaps, lengths):
        spans.append((1 + gap + hidden, 1 + gap + hidden + length))
        hidden += length
    return spans
