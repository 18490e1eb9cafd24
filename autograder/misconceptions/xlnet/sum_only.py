"""Only the range and the sum of the positions are looked at."""

FUNCTIONS = ("permutation_masks",)
HINT = {
    "zh": "只看了范围和总和：总和对，也可能有重复（如 `[0, 0, 3, 3]`）。",
    "en": "Only range and sum are looked at: with the right sum there may still be repetitions, as in `[0, 0, 3, 3]`.",
}


def permutation_masks(order):
    n = len(order)
    if min(order) < 0 or max(order) >= n or sum(order) != n * (n - 1) // 2:
        raise ValueError("not a permutation")
    rank = torch.zeros(n, dtype=torch.long)
    rank[torch.tensor(order)] = torch.arange(n)
    query = rank[None, :] < rank[:, None]
    return query | torch.eye(n, dtype=torch.bool), query
