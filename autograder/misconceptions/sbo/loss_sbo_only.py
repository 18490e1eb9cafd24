"""The SBO loss replaces the MLM loss."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "你只算了 SBO 的损失。它是加在 MLM 损失之上的，不是取代它。"
    ),
    "en": (
        "You compute the SBO loss alone. It is added to the MLM loss and does not replace it."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    return _mean_cross_entropy(sbo_logits, sbo_labels) + 0 * mlm_logits.sum()
