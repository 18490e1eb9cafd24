"""Forward predicts the token before, backward the one after."""

FUNCTIONS = ("bilm_loss",)
HINT = {
    "zh": "两个方向弄反了：前向预测 t + 1，后向预测 t − 1。",
    "en": "The directions are swapped: forward predicts t + 1, backward t − 1.",
}


def bilm_loss(forward_logits, backward_logits, ids):
    return (F.cross_entropy(forward_logits[1:], ids[:-1]) + F.cross_entropy(backward_logits[:-1], ids[1:])) / 2
