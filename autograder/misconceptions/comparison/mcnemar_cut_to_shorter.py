"""Unequal lengths are accepted."""

FUNCTIONS = ('mcnemar_exact',)
HINT = {
    "zh": '两个列表长度不同时你悄悄截短了（`zip`）。应当抛出 ValueError。',
    "en": 'Lists of unequal lengths are quietly cut by `zip`. A ValueError is due.',
}


def mcnemar_exact(hits_a, hits_b):
    if len(hits_a) == 0:
        raise ValueError("the same items are needed")
    b = sum(bool(x) and not y for x, y in zip(hits_a, hits_b))
    c = sum(bool(y) and not x for x, y in zip(hits_a, hits_b))
    return min(1.0, 2 * sum(math.comb(b + c, i) for i in range(min(b, c) + 1)) / 2 ** (b + c))
