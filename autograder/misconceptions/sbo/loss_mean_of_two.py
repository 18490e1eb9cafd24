"""The two losses are averaged."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "你取了两个损失的平均。SpanBERT 把它们相加。"
    ),
    "en": (
        "You take the mean of the two losses. SpanBERT adds them."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    return (_mean_cross_entropy(mlm_logits, mlm_labels) + _mean_cross_entropy(sbo_logits, sbo_labels)) / 2
