"""The sum instead of the mean."""

FUNCTIONS = ("next_token_loss",)
HINT = {
    "zh": "返回的是总和，应当是所有预测的平均。",
    "en": "This is the sum; the mean over all predictions is asked for.",
}


def next_token_loss(logits, ids):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten(), reduction="sum")
