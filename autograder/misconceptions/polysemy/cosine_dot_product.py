"""The dot product is not divided by the lengths."""

FUNCTIONS = ("cosine_similarity",)
HINT = {
    "zh": ("你返回的是点积，没有除以两个向量的长度，所以结果随长度变化，也会超出 [-1, 1]。余弦只看方向。"),
    "en": (
        "You return the dot product without dividing by the two lengths, so it grows with them and leaves [-1, 1]. A "
        "cosine depends on direction alone."
    ),
}


def cosine_similarity(u, v):
    if u.shape != v.shape or not u.any() or not v.any():
        raise ValueError("unequal shapes or a zero vector")
    return float(u.double() @ v.double())
