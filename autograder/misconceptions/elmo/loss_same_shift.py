"""The backward model predicts the next token, too."""

FUNCTIONS = ("bilm_loss",)
HINT = {
    "zh": "后向的也按“预测下一个”算了。后向语言模型在位置 t 预测 t − 1。",
    "en": "The backward model is scored as if it predicted the next token. At position t it predicts t − 1.",
}


def bilm_loss(forward_logits, backward_logits, ids):
    return (F.cross_entropy(forward_logits[:-1], ids[1:]) + F.cross_entropy(backward_logits[:-1], ids[1:])) / 2
