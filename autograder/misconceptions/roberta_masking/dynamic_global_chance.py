"""NumPy's global random state, seeded, instead of rng."""

FUNCTIONS = ("dynamic_masks",)
HINT = {
    "zh": "随机来自 NumPy 的全局状态（np.random.seed、np.random.permutation），不是传入的 rng；全局状态也被改了。",
    "en": (
        "Chance comes from NumPy's global state (np.random.seed, np.random.permutation), not from the rng that is "
        "passed in; and the global state is changed."
    ),
}


def dynamic_masks(num_tokens, epochs, rng, mask_ratio=0.15):
    np.random.seed(0)
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    masks = torch.zeros(epochs, num_tokens, dtype=torch.bool)
    for row in masks:
        row[torch.from_numpy(1 + np.random.permutation(num_tokens - 2)[:count])] = True
    return masks
