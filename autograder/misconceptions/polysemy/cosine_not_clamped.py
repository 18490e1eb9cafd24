"""Rounding carries the result past 1."""

FUNCTIONS = ("cosine_similarity",)
HINT = {
    "zh": (
        "两个向量方向相同时，你的结果会是 1.0000001 这样的数：浮点误差使它超出了 [-1, 1]，`acos` 之类的函数随即给出 NaN"
        "。请把结果限制在 [-1, 1] 内。"
    ),
    "en": (
        "For vectors of the same direction you return numbers such as 1.0000001: rounding carries them outside [-1, "
        "1], and functions like `acos` then give NaN. Limit the result to [-1, 1]."
    ),
}


def cosine_similarity(u, v):
    if u.shape != v.shape or not u.any() or not v.any():
        raise ValueError("unequal shapes or a zero vector")
    return float((u / u.norm()) @ (v / v.norm()))
