"""The two masks are returned the other way round."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": '两个掩码的次序反了：先内容流，后查询流。',
    "en": 'The two masks are the other way round: content first, then query.',
}


def permutation_masks(order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("not a permutation")
    n = len(order)
    rank = torch.empty(n, dtype=torch.long)
    rank[torch.tensor(order)] = torch.arange(n)
    eye = torch.eye(n, dtype=torch.bool)
    query = rank[None, :] < rank[:, None]
    return query, query | eye
