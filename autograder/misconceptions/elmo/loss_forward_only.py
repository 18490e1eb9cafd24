"""Only the forward language model counts."""

FUNCTIONS = ("bilm_loss",)
HINT = {
    "zh": "只算了前向的损失；后向的语言模型也要算，再取两者的平均。",
    "en": (
        "Only the forward loss is computed; the backward language model counts, too, and the mean of both is taken."
    ),
}


def bilm_loss(forward_logits, backward_logits, ids):
    return F.cross_entropy(forward_logits[:-1], ids[1:])
