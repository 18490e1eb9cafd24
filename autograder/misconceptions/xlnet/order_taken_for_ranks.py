"""The order itself is compared instead of its inverse."""

FUNCTIONS = ('permutation_masks',)
HINT = {
    "zh": '你把 `order` 直接当成了名次来比较。`order[t]` 是第 t 步预测的位置；位置 i 在第几步，要用它的逆。',
    "en": 'You compare `order` itself as if it were ranks. `order[t]` is the position predicted at step t; the step of position i is its inverse.',
}


def permutation_masks(order):
    if sorted(order) != list(range(len(order))):
        raise ValueError("not a permutation")
    n = len(order)
    z = torch.tensor(order)
    query = z[None, :] < z[:, None]
    return query | torch.eye(n, dtype=torch.bool), query
