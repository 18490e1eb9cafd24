"""The exponentials are taken by hand, without taking the maximum off."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "自己写的 exp 会溢出：先减去每行的最大值，或者用 softmax。",
    "en": "An exp written by hand overflows: take each row's maximum off first, or use softmax.",
}


def causal_attention(q, k, v):
    weights = torch.exp(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])) * causal_mask(q.shape[-2])
    return weights / weights.sum(dim=-1, keepdim=True) @ v
