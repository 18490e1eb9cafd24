"""A negative takes its second sentence from another document, as NSP does."""

FUNCTIONS = ("sop_pairs",)
HINT = {
    "zh": '标签 1 的第二句取自别的文章：那是 NSP。SOP 的负例是**同样的两句**对调。',
    "en": 'For label 1 the second sentence comes from another document: that is NSP. SOP swaps **the same two**.',
}


def sop_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("two documents")
    result = []
    for number, document in enumerate(documents):
        others = [s for i, other in enumerate(documents) if i != number for s in other]
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                result.append((a, b, 0))
            else:
                result.append((a, others[rng.integers(len(others))], 1))
    return result
