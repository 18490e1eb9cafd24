"""The softmax is written by hand and overflows."""

FUNCTIONS = ("scalar_mix",)
HINT = {
    "zh": "自己写的 exp 会溢出：先减去最大值，或者用 softmax。",
    "en": "An exp written by hand overflows: take the maximum off first, or use softmax.",
}


def scalar_mix(layers, weights, gamma):
    shares = weights.exp() / weights.exp().sum()
    return gamma * torch.einsum("j,jsd->sd", shares, layers)
