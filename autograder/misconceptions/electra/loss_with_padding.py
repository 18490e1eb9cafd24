"""The mean is taken over padding too."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '填充处也算进了平均。只在 `attention_mask` 为 1 的位置上取。',
    "en": 'Padding is part of the mean. Take it where `attention_mask` is 1.',
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    rtd = F.binary_cross_entropy_with_logits(rtd_logits, rtd_labels.to(rtd_logits.dtype))
    return mlm_loss + weight * rtd
