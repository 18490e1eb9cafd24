"""Every second pair is swapped, without chance."""

FUNCTIONS = ("sop_pairs",)
HINT = {
    "zh": '对调是一个隔一个的，不是随机的：模型可以学会这个规律。每一对各抽一次。',
    "en": 'Every second pair is swapped, and nothing is drawn. Let chance decide for each pair.',
}


def sop_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents")
    neighbours = [pair for document in documents for pair in zip(document, document[1:])]
    return [(b, a, 1) if number % 2 else (a, b, 0) for number, (a, b) in enumerate(neighbours)]
