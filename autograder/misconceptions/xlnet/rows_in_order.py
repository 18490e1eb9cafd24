"""Rows and columns follow the order instead of the positions."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": '你的掩码按分解次序排列行和列，成了普通的下三角。XLNet 不移动位置：第 i 行是位置 i。',
    "en": 'Rows and columns of your masks follow the order of factorisation, a plain lower triangle. XLNet moves no position: row i is position i.',
}


def permutation_masks(order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("not a permutation")
    n = len(order)
    content = torch.ones(n, n, dtype=torch.bool).tril()
    return content, content.tril(-1)
