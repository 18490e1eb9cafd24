"""The generator's loss is detached, or a number: it cannot be trained."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '`mlm_loss` 被取成了数（`.item()`）或断开了计算图，生成器得不到梯度。',
    "en": '`mlm_loss` is made a number (`.item()`) or cut off the graph: the generator gets no gradient.',
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    kept = attention_mask.bool()
    rtd = F.binary_cross_entropy_with_logits(rtd_logits[kept], rtd_labels[kept].to(rtd_logits.dtype))
    return mlm_loss.detach() + weight * rtd
