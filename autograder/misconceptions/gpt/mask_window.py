"""Only the position itself and the one before it."""

FUNCTIONS = ("causal_mask",)
HINT = {
    "zh": "每个位置只看得到自己和前一个。因果掩码允许看前面的全部。",
    "en": "Each position sees itself and the one before only. The causal mask allows all that came before.",
}


def causal_mask(n):
    return torch.ones(n, n, dtype=torch.bool).tril().triu(-1)
