"""Every span has the chapter's three tokens."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你的片段长度是固定的。教材里“连续 3 个词”只是举例，SpanBERT 的长度是抽取的。"
    ),
    "en": (
        "Your spans have a fixed length. The chapter's “three words in a row” is an example: SpanBERT draws the lengths."
    ),
}


def _lengths(budget, rng, p, max_len):
    lengths = []
    while (left := budget - sum(lengths)) > 0:
        lengths.append(min(left, 3, max_len))
    return lengths
