"""Label 1 is the true next sentence."""

FUNCTIONS = ('nsp_pairs',)
HINT = {
    "zh": '标签反了：0 是真正的下一句，1 是随机的。（transformers 也是这样。）',
    "en": 'The labels are reversed: 0 is the true next sentence, 1 the random one (as in transformers).',
}


def nsp_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents are needed")
    pairs = []
    for number, document in enumerate(documents):
        elsewhere = [s for other, sentences in enumerate(documents) if other != number for s in sentences]
        for index, sentence in enumerate(document[:-1]):
            if rng.random() < 0.5:
                pairs.append((sentence, document[index + 1], 1))
            else:
                pairs.append((sentence, elsewhere[int(rng.integers(len(elsewhere)))], 0))
    return pairs
