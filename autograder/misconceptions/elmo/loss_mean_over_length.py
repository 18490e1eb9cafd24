"""Each direction's sum is divided by the whole length."""

FUNCTIONS = ("bilm_loss",)
HINT = {
    "zh": "每个方向的总和除以了序列长度；每个方向只有 seq − 1 个预测。",
    "en": "Each direction's sum is divided by the length; each has seq − 1 predictions only.",
}


def bilm_loss(forward_logits, backward_logits, ids):
    forward = F.cross_entropy(forward_logits[:-1], ids[1:], reduction="sum")
    backward = F.cross_entropy(backward_logits[1:], ids[:-1], reduction="sum")
    return (forward + backward) / (2 * len(ids))
