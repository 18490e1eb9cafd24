"""The factorisation is ignored."""

FUNCTIONS = ("embedding_parameters",)
HINT = {
    "zh": '`factor` 没有起作用：分解以后是 V×E 和 E×H 两个矩阵，不再有 V×H 的矩阵。',
    "en": '`factor` makes no difference: with it there are a V×E and an E×H matrix, and no V×H matrix any more.',
}


def embedding_parameters(vocab, hidden, factor=None):
    return vocab * hidden
