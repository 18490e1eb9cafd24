"""The query stream sees its own position."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": '查询流看见了自己：要预测的词元就在眼前，答案泄露了。查询流只看严格在前的位置。',
    "en": 'The query stream sees its own position: the token to be predicted is given away. It sees only what comes strictly before.',
}


def permutation_masks(order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("not a permutation")
    n = len(order)
    rank = torch.empty(n, dtype=torch.long)
    rank[torch.tensor(order)] = torch.arange(n)
    eye = torch.eye(n, dtype=torch.bool)
    content = rank[None, :] <= rank[:, None]
    return content, content.clone()
