"""The masks hold numbers."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": '掩码应当是布尔张量（True 表示允许），你的是 0 和 1 这样的数。',
    "en": 'Masks are boolean tensors (True allows); yours hold the numbers 0 and 1.',
}


def permutation_masks(order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("not a permutation")
    n = len(order)
    rank = torch.empty(n, dtype=torch.long)
    rank[torch.tensor(order)] = torch.arange(n)
    eye = torch.eye(n, dtype=torch.bool)
    query = rank[None, :] < rank[:, None]
    return (query | eye).float(), query.float()
