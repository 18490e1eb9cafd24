"""Only the smallest and the largest position are looked at."""

FUNCTIONS = ("permutation_masks",)
HINT = {
    "zh": "只看了最小和最大的位置：中间可以有重复或缺少的（如 `[0, 2, 2]`）。",
    "en": "Only the smallest and the largest position are looked at: some may be repeated or missing in between, as in `[0, 2, 2]`.",
}


def permutation_masks(order):
    n = len(order)
    if min(order) != 0 or max(order) != n - 1:
        raise ValueError("not a permutation")
    rank = torch.zeros(n, dtype=torch.long)
    rank[torch.tensor(order)] = torch.arange(n)
    query = rank[None, :] < rank[:, None]
    return query | torch.eye(n, dtype=torch.bool), query
