"""The entropy is in bits."""

FUNCTIONS = ("entropy",)
HINT = {
    "zh": (
        "你用了以 2 为底的对数，单位是比特；要的是自然对数（nat）。"
    ),
    "en": (
        "You use logarithms of base 2, which gives bits; nats are asked for."
    ),
}


def entropy(probs):
    return torch.special.entr(probs).sum(dim=-1) / math.log(2)
