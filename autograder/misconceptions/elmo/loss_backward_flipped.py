"""The backward logits are turned round."""

FUNCTIONS = ("bilm_loss",)
HINT = {
    "zh": "后向的 logits 被翻转了一次。它们已按文本的次序排好：位置 t 的 logits 预测位置 t − 1 的词元。",
    "en": (
        "The backward logits are turned round. They come in the text's order: those at position t are about the token "
        "at t − 1."
    ),
}


def bilm_loss(forward_logits, backward_logits, ids):
    backward = F.cross_entropy(backward_logits.flip(0)[1:], ids[:-1])
    return (F.cross_entropy(forward_logits[:-1], ids[1:]) + backward) / 2
