"""The last sentence gets a pair as well."""

FUNCTIONS = ('nsp_pairs',)
HINT = {
    "zh": '文档的最后一句没有下一句，不应当有句对。',
    "en": "A document's last sentence has no next one and gets no pair.",
}


def nsp_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents are needed")
    pairs = []
    for number, document in enumerate(documents):
        elsewhere = [s for other, sentences in enumerate(documents) if other != number for s in sentences]
        for index, sentence in enumerate(document[:-1]):
            if rng.random() < 0.5:
                pairs.append((sentence, document[index + 1], 0))
            else:
                pairs.append((sentence, elsewhere[int(rng.integers(len(elsewhere)))], 1))
    pairs += [(d[-1], documents[i - 1][0], 1) for i, d in enumerate(documents)]
    return pairs
