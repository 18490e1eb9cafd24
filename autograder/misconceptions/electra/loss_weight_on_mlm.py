"""λ multiplies the wrong loss."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '`weight` 乘到 MLM 损失上了，应当乘判别器的损失。',
    "en": "`weight` multiplies the MLM loss; the discriminator's is meant.",
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    kept = attention_mask.bool()
    rtd = F.binary_cross_entropy_with_logits(rtd_logits[kept], rtd_labels[kept].to(rtd_logits.dtype))
    return weight * mlm_loss + rtd
