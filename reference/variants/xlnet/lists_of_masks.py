import torch


def permutation_masks(order):
    step = {}
    for t, position in enumerate(order):
        if position in step or not 0 <= position < len(order):
            raise ValueError("every position exactly once, please")
        step[position] = t
    places = range(len(order))
    content = [[step[j] <= step[i] for j in places] for i in places]
    query = [[step[j] < step[i] for j in places] for i in places]
    return [torch.tensor(content, dtype=torch.bool), torch.tensor(query, dtype=torch.bool)]
