"""One prediction from the sum of both logits."""

FUNCTIONS = ("bilm_loss",)
HINT = {
    "zh": "把两个方向的 logits 加起来再预测，等于让模型同时看见两边：那不是两个语言模型的损失。",
    "en": (
        "The logits of both directions are added before predicting, which lets the model see both sides: that is not "
        "the loss of two language models."
    ),
}


def bilm_loss(forward_logits, backward_logits, ids):
    return F.cross_entropy(forward_logits[:-2] + backward_logits[2:], ids[1:-1])
