"""Agreements take part."""

FUNCTIONS = ('mcnemar_exact',)
HINT = {
    "zh": '你把两个模型都对（或都错）的题也算进了试验次数。只有不一致的 b + c 题能说明问题。',
    "en": 'You count items on which both agree among the trials. Only the b + c on which they disagree can tell.',
}


def mcnemar_exact(hits_a, hits_b):
    if len(hits_a) != len(hits_b) or len(hits_a) == 0:
        raise ValueError("the same items are needed")
    b = sum(bool(x) and not y for x, y in zip(hits_a, hits_b))
    c = sum(bool(y) and not x for x, y in zip(hits_a, hits_b))
    n = len(hits_a)
    return min(1.0, 2 * sum(math.comb(n, i) for i in range(min(b, c) + 1)) / 2 ** n)
