"""False sentences may come from the same document."""

FUNCTIONS = ('nsp_pairs',)
HINT = {
    "zh": '标签 1 的第二句可能来自同一个文档，甚至就是下一句。要从**另一个**文档里抽。',
    "en": 'With label 1 the second sentence may be of the same document, even the next one. Draw it from **another** document.',
}


def nsp_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents are needed")
    pairs = []
    for number, document in enumerate(documents):
        elsewhere = [s for other, sentences in enumerate(documents) if True for s in sentences]
        for index, sentence in enumerate(document[:-1]):
            if rng.random() < 0.5:
                pairs.append((sentence, document[index + 1], 0))
            else:
                pairs.append((sentence, elsewhere[int(rng.integers(len(elsewhere)))], 1))
    return pairs
