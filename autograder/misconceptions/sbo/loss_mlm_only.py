"""The SBO loss is left out."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "没有加上 SBO 的损失。"
    ),
    "en": (
        "The SBO loss is not added."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    return _mean_cross_entropy(mlm_logits, mlm_labels) + 0 * sbo_logits.sum()
