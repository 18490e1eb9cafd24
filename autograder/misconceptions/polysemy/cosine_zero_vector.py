"""A zero vector gives 0 or NaN instead of an error."""

FUNCTIONS = ("cosine_similarity",)
HINT = {
    "zh": (
        "零向量没有方向，它的余弦没有定义。你返回了一个数（0 或 NaN；`F.cosine_similarity` 的 `eps` 也会悄悄给出 "
        "0）。请抛出 `ValueError`。"
    ),
    "en": (
        "A zero vector has no direction, and its cosine is undefined. You return a number (0 or NaN; the `eps` of "
        "`F.cosine_similarity` quietly gives 0 too). Raise `ValueError`."
    ),
}


def cosine_similarity(u, v):
    if u.shape != v.shape:
        raise ValueError("unequal shapes")
    value = torch.nn.functional.cosine_similarity(u.double(), v.double(), dim=0)
    return max(-1.0, min(1.0, float(value)))
