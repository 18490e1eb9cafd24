"""A bias is counted with the factorisation."""

FUNCTIONS = ("embedding_parameters",)
HINT = {
    "zh": '你多算了偏置。这里只数两个矩阵：V·E + E·H。',
    "en": 'A bias is counted too. Here only the two matrices count: V·E + E·H.',
}


def embedding_parameters(vocab, hidden, factor=None):
    if factor is None:
        return vocab * hidden
    return vocab * factor + factor * hidden + hidden
