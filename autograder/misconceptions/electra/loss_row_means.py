"""Means of rows are averaged, so that short texts weigh more."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '你先对每一行取平均再平均，短的文本就占了更大的比重。要对所有非填充位置一起平均。',
    "en": "Each row's mean is taken and these are averaged, so that tokens of short texts weigh more. Average over all attended positions together.",
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    losses = F.binary_cross_entropy_with_logits(rtd_logits, rtd_labels.to(rtd_logits.dtype), reduction="none")
    mask = attention_mask.to(losses.dtype)
    return mlm_loss + weight * ((losses * mask).sum(dim=1) / mask.sum(dim=1)).mean()
