"""Sequences are joined first, so that n-grams reach from one into the next."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "你先把序列接在一起：跨越两个序列的 n 元组也被数了进去。"
    ),
    "en": (
        "You join the sequences first: n-grams that reach from one into the next are counted too."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    joined = [item for s in sequences for item in s]
    grams = [tuple(joined[i : i + n]) for i in range(len(joined) - n + 1)]
    return len(set(grams)) / len(grams) if grams else 0.0
