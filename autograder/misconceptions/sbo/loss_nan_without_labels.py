"""cross_entropy's own mean: NaN where a part has no label."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "某一部分没有标签时，`F.cross_entropy` 的平均是 0/0 = NaN。这样的部分应计 0。"
    ),
    "en": (
        "Where a part has no label, the mean that `F.cross_entropy` takes is 0/0 = NaN. Such a part counts 0."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    return F.cross_entropy(mlm_logits.flatten(0, -2), mlm_labels.flatten()) + F.cross_entropy(
        sbo_logits.flatten(0, -2), sbo_labels.flatten()
    )
