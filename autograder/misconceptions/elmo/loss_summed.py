"""The sum of both directions."""

FUNCTIONS = ("bilm_loss",)
HINT = {
    "zh": "两个方向的损失被相加了；这里要平均（除以 2）。",
    "en": "The losses of both directions are added; the mean is asked for (divide by 2).",
}


def bilm_loss(forward_logits, backward_logits, ids):
    return F.cross_entropy(forward_logits[:-1], ids[1:]) + F.cross_entropy(backward_logits[1:], ids[:-1])
