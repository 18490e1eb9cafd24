"""Rows and columns are exchanged."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": '行和列反了：行是看的位置，列是被看的位置。',
    "en": 'Rows and columns are exchanged: rows look, columns are looked at.',
}


def permutation_masks(order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("not a permutation")
    n = len(order)
    rank = torch.empty(n, dtype=torch.long)
    rank[torch.tensor(order)] = torch.arange(n)
    eye = torch.eye(n, dtype=torch.bool)
    query = rank[None, :] > rank[:, None]
    return query | eye, query
