"""The sum is divided by the whole length."""

FUNCTIONS = ("next_token_loss",)
HINT = {
    "zh": "总和除以了序列长度 n；预测只有 n − 1 个。",
    "en": "The sum is divided by the length n; there are n − 1 predictions only.",
}


def next_token_loss(logits, ids):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten(), reduction="sum") / ids.numel()
