"""0 where the models never disagree."""

FUNCTIONS = ('mcnemar_exact',)
HINT = {
    "zh": '从不一致时没有任何证据，p 值应当是 1.0，不是 0。',
    "en": 'Where the models never disagree there is no evidence at all: p is 1.0, not 0.',
}


def mcnemar_exact(hits_a, hits_b):
    if len(hits_a) != len(hits_b) or len(hits_a) == 0:
        raise ValueError("the same items are needed")
    b = sum(bool(x) and not y for x, y in zip(hits_a, hits_b))
    c = sum(bool(y) and not x for x, y in zip(hits_a, hits_b))
    if b + c == 0:
        return 0.0
    return min(1.0, 2 * sum(math.comb(b + c, i) for i in range(min(b, c) + 1)) / 2 ** (b + c))
