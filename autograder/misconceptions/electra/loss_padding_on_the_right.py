"""The mask is taken for a row's length: as many tokens as are attended, from the left."""

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": "你只用了每行 1 的个数，当作填充都在右边。填充也可能在左边：要看 `attention_mask` 本身在哪里是 1。",
    "en": "You only count the ones of each row, as if padding were always on the right. It may be on the left, too: look where "
    "`attention_mask` itself is 1.",
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    lengths = attention_mask.sum(dim=1).tolist()
    each = F.binary_cross_entropy_with_logits(rtd_logits, rtd_labels.to(rtd_logits.dtype), reduction="none")
    return mlm_loss + weight * sum(row[: int(n)].sum() for row, n in zip(each, lengths)) / sum(lengths)
