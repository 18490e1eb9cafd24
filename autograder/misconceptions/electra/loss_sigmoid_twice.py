"""Probabilities are given to a loss that takes logits."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '`binary_cross_entropy_with_logits` 自己会做 sigmoid，你又先做了一次。',
    "en": '`binary_cross_entropy_with_logits` applies the sigmoid itself; it was applied before, too.',
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    kept = attention_mask.bool()
    rtd = F.binary_cross_entropy_with_logits(rtd_logits[kept].sigmoid(), rtd_labels[kept].to(rtd_logits.dtype))
    return mlm_loss + weight * rtd
