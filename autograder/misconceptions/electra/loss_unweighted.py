"""λ is left out."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '没有乘 `weight`（或默认值不是 50）：判别器每个词元的损失很小，不乘 λ 几乎不起作用。',
    "en": "`weight` is left out, or is not 50 by default: the discriminator's loss per token is small and hardly counts without λ.",
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    kept = attention_mask.bool()
    return mlm_loss + F.binary_cross_entropy_with_logits(rtd_logits[kept], rtd_labels[kept].to(rtd_logits.dtype))
