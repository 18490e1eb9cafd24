"""-100 is taken for token 0."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "标签 -100 表示忽略，你把它当成了 0 号词元。"
    ),
    "en": (
        "The label -100 means ignore; you take it for token 0."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    return sum(
        F.cross_entropy(logits.flatten(0, -2), labels.flatten().clamp(min=0)) if labels.numel() else logits.sum()
        for logits, labels in ((mlm_logits, mlm_labels), (sbo_logits, sbo_labels))
    )
