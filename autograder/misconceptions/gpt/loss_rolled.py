"""The last position predicts the first token."""

FUNCTIONS = ("next_token_loss",)
HINT = {
    "zh": "用 roll 错位，最后一个位置就去预测第一个词元了。最后一个位置没有答案，应当去掉。",
    "en": (
        "With roll, the last position predicts the first token. The last position has no answer: leave it out."
    ),
}


def next_token_loss(logits, ids):
    return F.cross_entropy(logits.flatten(0, 1), ids.roll(-1, dims=1).flatten())
