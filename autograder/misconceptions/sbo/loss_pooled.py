"""One mean over all labels of both parts."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "你把两部分的标签合在一起求平均。应当各自求平均，再相加。"
    ),
    "en": (
        "You take one mean over the labels of both parts. Each part has its own mean, and the two are added."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    logits = torch.cat([mlm_logits.flatten(0, -2), sbo_logits.flatten(0, -2)])
    return _mean_cross_entropy(logits, torch.cat([mlm_labels.flatten(), sbo_labels.flatten()]))
