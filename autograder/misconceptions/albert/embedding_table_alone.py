"""Only the table of thin vectors is counted."""

FUNCTIONS = ("embedding_parameters",)
HINT = {
    "zh": '只数了 V×E 的表，漏了把 E 维变回 H 维的矩阵 E×H。',
    "en": 'Only the V×E table is counted; the E×H matrix that widens its vectors is missing.',
}


def embedding_parameters(vocab, hidden, factor=None):
    return vocab * (hidden if factor is None else factor)
