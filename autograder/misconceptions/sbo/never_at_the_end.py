"""The last place is never used (rng.integers excludes its upper end)."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "最后一个放得下的位置你从来不用：`rng.integers(low, high)` 不包括 high。"
    ),
    "en": (
        "The last place where a span fits is never used: `rng.integers(low, high)` excludes high."
    ),
}


def _placed(lengths, visible, rng):
    room = visible + 1 if visible + 1 == len(lengths) else visible
    gaps = np.sort(rng.choice(room, size=len(lengths), replace=False)).tolist()
    spans, hidden = [], 0
    for gap, length in zip(gaps, lengths):
        spans.append((1 + gap + hidden, 1 + gap + hidden + length))
        hidden += length
    return spans
