"""Sums over the labels instead of means."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "你对标签求和，没有求平均：损失会随标签的个数变大。"
    ),
    "en": (
        "You sum over the labels instead of averaging, so that the loss grows with their number."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    return sum(
        F.cross_entropy(logits.flatten(0, -2), labels.flatten(), reduction="sum")
        for logits, labels in ((mlm_logits, mlm_labels), (sbo_logits, sbo_labels))
    )
