"""The SBO logits are compared with the first of the MLM labels."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "SBO 的 logits 要与 sbo_labels 比较，你用了 mlm_labels。"
    ),
    "en": (
        "The SBO logits are compared with sbo_labels; you use mlm_labels."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    labels = mlm_labels[:, : sbo_labels.shape[1]]
    return _mean_cross_entropy(mlm_logits, mlm_labels) + _mean_cross_entropy(sbo_logits, labels)
