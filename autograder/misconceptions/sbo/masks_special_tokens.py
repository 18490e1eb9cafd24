"""Positions run from 0 to num_tokens: [CLS] and [SEP] can be masked."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你的片段可以从位置 0 开始，也可以到达最后一个位置，于是盖住了 [CLS] 或 [SEP]。"
    ),
    "en": (
        "Your spans can begin at position 0 and reach the last one, so that they mask [CLS] or [SEP]."
    ),
}


def _placed(lengths, visible, rng):
    gaps = np.sort(rng.choice(visible + 3, size=len(lengths), replace=False)).tolist()
    spans, hidden = [], 0
    for gap, length in zip(gaps, lengths):
        spans.append((gap + hidden, gap + hidden + length))
        hidden += length
    return spans
