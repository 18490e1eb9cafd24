"""Negative cosines lose their sign or are cut to zero."""

FUNCTIONS = ("cosine_similarity",)
HINT = {
    "zh": (
        "你的结果从不为负（取了绝对值或截断到了 [0, 1]）。方向相反的向量余弦是 -1，这与同方向的 1 或垂直的 0 含义完全不同。"
    ),
    "en": (
        "Your result is never negative (an absolute value, or a limit at 0). Opposite vectors have the cosine -1, "
        "which is something else than 1 or 0."
    ),
}


def cosine_similarity(u, v):
    if u.shape != v.shape or not u.any() or not v.any():
        raise ValueError("unequal shapes or a zero vector")
    u, v = u.double(), v.double()
    return min(1.0, abs(float(u @ v / (u.norm() * v.norm()))))
