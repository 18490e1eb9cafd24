"""Divided by the logarithm of the vocabulary's size."""

FUNCTIONS = ("entropy",)
HINT = {
    "zh": (
        "你除以了 `ln vocab`，得到 0 到 1 之间的归一化熵；要的是熵本身（nat）。"
    ),
    "en": (
        "You divide by `ln vocab`, which gives a normalised entropy between 0 and 1; the entropy itself, in "
        "nats, is asked for."
    ),
}


def entropy(probs):
    return torch.special.entr(probs).sum(dim=-1) / math.log(probs.shape[-1])
