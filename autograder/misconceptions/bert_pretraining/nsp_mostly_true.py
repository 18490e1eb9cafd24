"""Three quarters are true."""

FUNCTIONS = ('nsp_pairs',)
HINT = {
    "zh": '真假各半：你的标签 0 太多了。',
    "en": 'Half of the pairs are true: you have too many with label 0.',
}


def nsp_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents are needed")
    pairs = []
    for number, document in enumerate(documents):
        elsewhere = [s for other, sentences in enumerate(documents) if other != number for s in sentences]
        for index, sentence in enumerate(document[:-1]):
            if rng.random() < 0.75:
                pairs.append((sentence, document[index + 1], 0))
            else:
                pairs.append((sentence, elsewhere[int(rng.integers(len(elsewhere)))], 1))
    return pairs
