"""n-grams are cut side by side instead of overlapping."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "你的 n 元组互不重叠（步长为 n）；n 元组从每个位置开始各有一个，步长是 1。"
    ),
    "en": (
        "Your n-grams do not overlap (a step of n); there is one starting at each position, a step of 1."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    grams = [tuple(s[i : i + n]) for s in sequences for i in range(0, len(s) - n + 1, n)]
    return len(set(grams)) / len(grams) if grams else 0.0
