"""No error for one document."""

FUNCTIONS = ('nsp_pairs',)
HINT = {
    "zh": '少于两个文档就没有“另一个文档”，应当抛出 ValueError。',
    "en": 'With fewer than two documents there is no other one: a ValueError is due.',
}


def nsp_pairs(documents, rng):
    if len(documents) < 2:
        return []
    pairs = []
    for number, document in enumerate(documents):
        elsewhere = [s for other, sentences in enumerate(documents) if other != number for s in sentences]
        for index, sentence in enumerate(document[:-1]):
            if rng.random() < 0.5:
                pairs.append((sentence, document[index + 1], 0))
            else:
                pairs.append((sentence, elsewhere[int(rng.integers(len(elsewhere)))], 1))
    return pairs
