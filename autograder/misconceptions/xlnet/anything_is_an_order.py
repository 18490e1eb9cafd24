"""No error for what is not a permutation."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": '重复、缺少或越界的位置应当抛出 ValueError，你没有检查。',
    "en": 'Repeated, missing or out-of-range positions are a ValueError; you do not check.',
}


def permutation_masks(order):
    n = len(order)
    rank = torch.full((n,), n)
    for step, position in enumerate(order):
        rank[position % n] = step
    query = rank[None, :] < rank[:, None]
    return query | torch.eye(n, dtype=torch.bool), query
