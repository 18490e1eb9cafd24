"""Each position is compared with its own token."""

FUNCTIONS = ("next_token_loss",)
HINT = {
    "zh": "没有错开一位：位置 t 的 logits 被拿去和位置 t 自己的词元比。它应当预测 t + 1。",
    "en": (
        "Nothing is shifted: the logits of position t are compared with the token at t itself. They should predict t + "
        "1."
    ),
}


def next_token_loss(logits, ids):
    return F.cross_entropy(logits.flatten(0, 1), ids.flatten())
