"""Spans are placed without looking at each other."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你放片段时没有看已经放好的，片段会互相重叠。"
    ),
    "en": (
        "You place spans without looking at those already there, so that they overlap."
    ),
}


def _placed(lengths, visible, rng):
    inner = visible + sum(lengths)
    starts = [int(rng.integers(1, inner - length + 2)) for length in lengths]
    return sorted((start, start + length) for start, length in zip(starts, lengths))
