"""Sentences are taken two by two, each used once."""

FUNCTIONS = ("sop_pairs",)
HINT = {
    "zh": '句子两两取走，每句只用了一次。每个有下一句的句子都要有一项：三句话有两对。',
    "en": 'Sentences are taken two by two, each once. Every sentence with a next one gives an item: three sentences make two pairs.',
}


def sop_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents")
    neighbours = [(d[i], d[i + 1]) for d in documents for i in range(0, len(d) - 1, 2)]
    return [(b, a, 1) if rng.random() < 0.5 else (a, b, 0) for a, b in neighbours]
