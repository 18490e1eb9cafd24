"""Each position predicts its own token."""

FUNCTIONS = ("bilm_loss",)
HINT = {
    "zh": "没有错位：两个方向都在预测自己位置上的词元，那是看得见的。",
    "en": "Nothing is shifted: both directions predict the token at their own position, which they have seen.",
}


def bilm_loss(forward_logits, backward_logits, ids):
    return (F.cross_entropy(forward_logits, ids) + F.cross_entropy(backward_logits, ids)) / 2
