"""Padding is set to zero, but still counts in the denominator."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '填充处的损失乘了 0，平均时却仍除以总长度。要除以非填充位置的个数。',
    "en": 'Losses at padding are multiplied by 0, but the sum is still divided by the whole length. Divide by the number of attended positions.',
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    losses = F.binary_cross_entropy_with_logits(rtd_logits, rtd_labels.to(rtd_logits.dtype), reduction="none")
    return mlm_loss + weight * (losses * attention_mask).mean()
