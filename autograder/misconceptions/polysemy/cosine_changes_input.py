"""The vectors are normalised in place."""

FUNCTIONS = ("cosine_similarity",)
HINT = {
    "zh": (
        "你就地归一化了传入的向量（`/=`、`div_`），调用者手里的向量也被改了。请写成 `u = u / u.norm()`，生成新的张量。"
    ),
    "en": (
        "You normalise the vectors in place (`/=`, `div_`), and the caller's vectors are changed with them. Write `u "
        "= u / u.norm()`, which makes a new tensor."
    ),
}


def cosine_similarity(u, v):
    if u.shape != v.shape or not u.any() or not v.any():
        raise ValueError("unequal shapes or a zero vector")
    if u.dtype.is_floating_point and u is not v:
        u /= u.norm()
        v /= v.norm()
    u, v = u.double(), v.double()
    return max(-1.0, min(1.0, float(u @ v / (u.norm() * v.norm()))))
