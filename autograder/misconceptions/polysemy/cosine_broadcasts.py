"""Vectors of unequal shapes are broadcast."""

FUNCTIONS = ("cosine_similarity",)
HINT = {
    "zh": (
        "形状不同的向量也被你接受了：PyTorch 会自动广播（长度 1 的向量会被复制），得到一个没有意义的数。请先比较形状，不同时抛出 "
        "`ValueError`。"
    ),
    "en": (
        "You accept vectors of unequal shapes: PyTorch broadcasts them (a vector of length 1 is repeated) and the "
        "number means nothing. Compare the shapes first and raise `ValueError`."
    ),
}


def cosine_similarity(u, v):
    u, v = u.double(), v.double()
    if not u.any() or not v.any():
        raise ValueError("a zero vector")
    return max(-1.0, min(1.0, float((u * v).sum() / (u.norm() * v.norm()))))
