"""The cosine distance is returned: one minus the similarity."""

FUNCTIONS = ("cosine_similarity",)
HINT = {
    "zh": ("你返回的是余弦**距离** `1 - cos`，而要求的是相似度：同方向的向量应当得到 1，不是 0。"),
    "en": (
        "You return the cosine **distance**, `1 - cos`. Asked for is the similarity: vectors of the same direction "
        "give 1, not 0."
    ),
}


def cosine_similarity(u, v):
    if u.shape != v.shape or not u.any() or not v.any():
        raise ValueError("unequal shapes or a zero vector")
    u, v = u.double(), v.double()
    return 1.0 - max(-1.0, min(1.0, float(u @ v / (u.norm() * v.norm()))))
