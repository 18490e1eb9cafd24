"""The content stream does not see itself."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": '内容流看不见自己：它要带上自己的内容给后面的位置用，所以包括自己。',
    "en": 'The content stream does not see itself: it carries its own content for those that come later, so itself is included.',
}


def permutation_masks(order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("not a permutation")
    n = len(order)
    rank = torch.empty(n, dtype=torch.long)
    rank[torch.tensor(order)] = torch.arange(n)
    eye = torch.eye(n, dtype=torch.bool)
    query = rank[None, :] < rank[:, None]
    return query.clone(), query
