"""One tail only."""

FUNCTIONS = ('mcnemar_exact',)
HINT = {
    "zh": '你只算了一侧的尾部。双侧检验要乘以 2（不超过 1）。',
    "en": 'You take one tail only. The two-sided test doubles it (up to 1).',
}


def mcnemar_exact(hits_a, hits_b):
    if len(hits_a) != len(hits_b) or len(hits_a) == 0:
        raise ValueError("the same items are needed")
    b = sum(bool(x) and not y for x, y in zip(hits_a, hits_b))
    c = sum(bool(y) and not x for x, y in zip(hits_a, hits_b))
    return sum(math.comb(b + c, i) for i in range(min(b, c) + 1)) / 2 ** (b + c)
