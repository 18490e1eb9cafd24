"""The causal masks with rows and columns put into the order's places, in NumPy."""
import numpy as np
import torch


def permutation_masks(order):
    z = np.asarray(order, dtype=np.int64).reshape(-1)
    if not np.array_equal(np.sort(z), np.arange(z.size)):
        raise ValueError(f"no permutation: {order}")
    masks = []
    for k in (0, -1):
        mask = np.zeros((z.size, z.size), dtype=bool)
        mask[np.ix_(z, z)] = np.tri(z.size, k=k, dtype=bool)
        masks.append(torch.from_numpy(mask))
    return tuple(masks)
