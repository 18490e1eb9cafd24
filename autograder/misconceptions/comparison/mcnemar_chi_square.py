"""The chi-square approximation."""

FUNCTIONS = ('mcnemar_exact',)
HINT = {
    "zh": '你用了卡方近似。题目少的时候它不准，这里要精确的二项分布。',
    "en": 'You use the chi-square approximation. It is poor for few items; the exact binomial is asked for.',
}


def mcnemar_exact(hits_a, hits_b):
    if len(hits_a) != len(hits_b) or len(hits_a) == 0:
        raise ValueError("the same items are needed")
    b = sum(bool(x) and not y for x, y in zip(hits_a, hits_b))
    c = sum(bool(y) and not x for x, y in zip(hits_a, hits_b))
    if b + c == 0:
        return 1.0
    return math.erfc(math.sqrt((b - c) ** 2 / (b + c) / 2)) or 5e-324
