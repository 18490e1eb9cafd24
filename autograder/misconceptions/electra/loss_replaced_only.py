"""Only replaced tokens have a loss."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '只在换过的词元上算了损失，那就回到 BERT 了。ELECTRA 的好处正在于**每个**词元都有损失。',
    "en": "Only replaced tokens have a loss, which is back to BERT. ELECTRA's gain is that **every** token has one.",
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    kept = attention_mask.bool() & (rtd_labels == 1)
    rtd = F.binary_cross_entropy_with_logits(rtd_logits[kept], rtd_labels[kept].to(rtd_logits.dtype))
    return mlm_loss + weight * rtd
