"""True means forbidden."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": 'True 的意思反了：这里 True 表示**允许**注意。（有些库正相反，用之前看清楚。）',
    "en": 'True means the opposite of what is asked: here True **allows** attention. (Some libraries have it the other way; look before you use them.)',
}


def permutation_masks(order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("not a permutation")
    n = len(order)
    rank = torch.empty(n, dtype=torch.long)
    rank[torch.tensor(order)] = torch.arange(n)
    eye = torch.eye(n, dtype=torch.bool)
    query = rank[None, :] < rank[:, None]
    return ~(query | eye), ~query
