"""The tail leaves out min(b, c)."""

FUNCTIONS = ('mcnemar_exact',)
HINT = {
    "zh": '尾部少了一项：P[Bin <= min(b, c)] 包括 min(b, c) 本身。',
    "en": 'The tail lacks a term: P[Bin <= min(b, c)] includes min(b, c) itself.',
}


def mcnemar_exact(hits_a, hits_b):
    if len(hits_a) != len(hits_b) or len(hits_a) == 0:
        raise ValueError("the same items are needed")
    b = sum(bool(x) and not y for x, y in zip(hits_a, hits_b))
    c = sum(bool(y) and not x for x, y in zip(hits_a, hits_b))
    if b + c == 0:
        return 1.0
    return min(1.0, 2 * sum(math.comb(b + c, i) for i in range(min(b, c))) / 2 ** (b + c))
