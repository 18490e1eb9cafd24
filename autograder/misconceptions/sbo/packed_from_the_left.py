"""Spans follow each other from the left with a single gap between."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你从左边开始一个挨一个地放片段。位置应当在放得下的地方均匀抽取。"
    ),
    "en": (
        "You lay the spans out from the left, one after another. Places are to be drawn uniformly among those that fit."
    ),
}


def _placed(lengths, visible, rng):
    spans, start = [], 1
    for length in lengths:
        spans.append((start, start + length))
        start += length + 1
    return spans
