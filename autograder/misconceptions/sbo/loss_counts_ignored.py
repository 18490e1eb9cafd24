"""The sum is divided by all positions, ignored ones too."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "你除以了所有位置的个数，-100 的也算在内。只数有标签的位置。"
    ),
    "en": (
        "You divide by the number of all positions, -100 included. Count those with a label only."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    return sum(
        F.cross_entropy(logits.flatten(0, -2), labels.flatten(), reduction="sum") / max(1, labels.numel())
        for logits, labels in ((mlm_logits, mlm_labels), (sbo_logits, sbo_labels))
    )
