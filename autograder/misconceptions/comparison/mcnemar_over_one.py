"""Not capped at 1."""

FUNCTIONS = ('mcnemar_exact',)
HINT = {
    "zh": 'b 和 c 一样多时，两侧的尾部重叠，你的 p 超过了 1。p 值不超过 1。',
    "en": 'Where b and c are equal the two tails overlap and your p exceeds 1. A p-value is at most 1.',
}


def mcnemar_exact(hits_a, hits_b):
    if len(hits_a) != len(hits_b) or len(hits_a) == 0:
        raise ValueError("the same items are needed")
    b = sum(bool(x) and not y for x, y in zip(hits_a, hits_b))
    c = sum(bool(y) and not x for x, y in zip(hits_a, hits_b))
    return 2 * sum(math.comb(b + c, i) for i in range(min(b, c) + 1)) / 2 ** (b + c)
