"""Sentences are used up in pairs."""

FUNCTIONS = ('nsp_pairs',)
HINT = {
    "zh": '你两句两句地取，漏掉了一半。每个有下一句的句子都要有一对。',
    "en": 'You take sentences two by two and leave out half. Every sentence that has a next one gets a pair.',
}


def nsp_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents are needed")
    pairs = []
    for number, document in enumerate(documents):
        elsewhere = [s for other, sentences in enumerate(documents) if other != number for s in sentences]
        for index, sentence in list(enumerate(document[:-1]))[::2]:
            if rng.random() < 0.5:
                pairs.append((sentence, document[index + 1], 0))
            else:
                pairs.append((sentence, elsewhere[int(rng.integers(len(elsewhere)))], 1))
    return pairs
