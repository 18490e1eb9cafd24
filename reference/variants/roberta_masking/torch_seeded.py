# %% [markdown]
# torch's permutations from a generator that is seeded from `rng`; the static masks are drawn lazily, when first needed.

# %% plm="setup"
import torch


def generator_from(rng):
    return torch.Generator().manual_seed(int(rng.integers(2**62)))


def one(num_tokens, generator, mask_ratio):
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    chosen = 1 + torch.randperm(num_tokens - 2, generator=generator)[:count]
    return torch.isin(torch.arange(num_tokens), chosen)


# %% plm="static_masks"


def static_masks(num_tokens, epochs, rng, copies=10, mask_ratio=0.15):
    generator, drawn = generator_from(rng), {}
    for epoch in range(epochs):
        if epoch % copies not in drawn:
            drawn[epoch % copies] = one(num_tokens, generator, mask_ratio)
    return torch.stack([drawn[epoch % copies] for epoch in range(epochs)], dim=0)


# %% plm="dynamic_masks"


def dynamic_masks(num_tokens, epochs, rng, mask_ratio=0.15):
    generator = generator_from(rng)
    masks = torch.zeros((epochs, num_tokens)).bool()
    for epoch in range(epochs):
        masks[epoch] |= one(num_tokens, generator, mask_ratio)
    return masks
