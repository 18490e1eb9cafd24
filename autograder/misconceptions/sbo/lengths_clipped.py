"""Lengths above max_len are set to max_len instead of being left out."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你把抽到的、大于 max_len 的长度都改成了 max_len，于是最长的片段多出好几倍，平均长度变成 4.46。要的是只在 1..max_len "
        "上重新归一化的几何分布。"
    ),
    "en": (
        "You set lengths above max_len to max_len, so the longest spans become several times as frequent and the mean "
        "4.46. Renormalise the geometric distribution on 1..max_len instead."
    ),
}


def _lengths(budget, rng, p, max_len):
    lengths = []
    while (left := budget - sum(lengths)) > 0:
        lengths.append(min(left, max_len, int(rng.geometric(p))))
    return lengths
