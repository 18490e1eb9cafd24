"""Fewer than two documents raise nothing."""

FUNCTIONS = ("sop_pairs",)
HINT = {
    "zh": '文章少于两篇时应当抛出 `ValueError`。',
    "en": 'Fewer than two documents should raise `ValueError`.',
}


def sop_pairs(documents, rng):
    neighbours = [pair for document in documents for pair in zip(document, document[1:])]
    return [(b, a, 1) if rng.random() < 0.5 else (a, b, 0) for a, b in neighbours]
