"""The sum over tokens instead of the mean."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '你取的是和，不是平均：句子越长损失越大。',
    "en": 'That is the sum, not the mean: longer texts have larger losses.',
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    kept = attention_mask.bool()
    rtd = F.binary_cross_entropy_with_logits(rtd_logits[kept], rtd_labels[kept].to(rtd_logits.dtype), reduction="sum")
    return mlm_loss + weight * rtd
