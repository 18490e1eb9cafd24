"""The last sentence of a document is paired with the first of the next."""

FUNCTIONS = ("sop_pairs",)
HINT = {
    "zh": '一篇的最后一句和下一篇的第一句成了一对。只有**同一篇**里相邻的两句才算。',
    "en": 'The last sentence of a document is paired with the first of the next. Only neighbours in **the same** document count.',
}


def sop_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents")
    sentences = [s for document in documents for s in document]
    return [(b, a, 1) if rng.random() < 0.5 else (a, b, 0) for a, b in zip(sentences, sentences[1:])]
