"""Only the rows are put back into place."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": '你只把行放回了原来的位置，列还按分解次序。两边都要放回去。',
    "en": 'You put the rows back into place and left the columns in the order of factorisation. Both go back.',
}


def permutation_masks(order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("not a permutation")
    n = len(order)
    content = torch.zeros(n, n, dtype=torch.bool)
    content[torch.tensor(order)] = torch.ones(n, n, dtype=torch.bool).tril()
    query = torch.zeros(n, n, dtype=torch.bool)
    query[torch.tensor(order)] = torch.ones(n, n, dtype=torch.bool).tril(-1)
    return content, query
