"""1 for the pairs in order."""

FUNCTIONS = ("sop_pairs",)
HINT = {
    "zh": '标签反了：原来的顺序是 0，对调是 1。',
    "en": 'The labels are reversed: 0 is the order of the text, 1 is swapped.',
}


def sop_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents")
    neighbours = [pair for document in documents for pair in zip(document, document[1:])]
    return [(b, a, 0) if rng.random() < 0.5 else (a, b, 1) for a, b in neighbours]
