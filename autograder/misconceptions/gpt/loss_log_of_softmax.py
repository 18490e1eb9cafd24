"""The logarithm of a softmax that underflows."""

FUNCTIONS = ("next_token_loss",)
HINT = {
    "zh": "softmax 之后再取对数，小概率会下溢成 0，得到 inf。用 log_softmax 或 cross_entropy。",
    "en": (
        "The logarithm after a softmax: small probabilities underflow to 0 and give inf. Use log_softmax or "
        "cross_entropy."
    ),
}


def next_token_loss(logits, ids):
    probs = logits[:, :-1].softmax(dim=-1).gather(-1, ids[:, 1:, None])
    return -probs.log().mean()
