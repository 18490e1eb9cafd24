import torch


def permutation_masks(order):
    n = len(order)
    if set(order) != set(range(n)):
        raise ValueError("order must be a permutation")
    content = torch.zeros((n, n), dtype=torch.bool)
    query = torch.zeros((n, n), dtype=torch.bool)
    seen = []
    for position in order:
        for other in seen:
            query[position, other] = content[position, other] = True
        content[position, position] = True
        seen.append(position)
    return content, query
