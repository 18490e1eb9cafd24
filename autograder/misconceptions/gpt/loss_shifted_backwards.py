"""Each position predicts the token before it."""

FUNCTIONS = ("next_token_loss",)
HINT = {
    "zh": "方向反了：你让位置 t 预测 t − 1。应当是 `logits[:, :-1]` 对 `ids[:, 1:]`。",
    "en": (
        "The shift goes the wrong way: position t predicts t − 1. It should be `logits[:, :-1]` against `ids[:, 1:]`."
    ),
}


def next_token_loss(logits, ids):
    return F.cross_entropy(logits[:, 1:].flatten(0, 1), ids[:, :-1].flatten())
