"""The number of different n-grams instead of their share."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "你返回的是不同 n 元组的**个数**；要的是比例，还要除以总数。"
    ),
    "en": (
        "You return the **number** of different n-grams; their share is asked for: divide by the total."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    grams = [tuple(s[i : i + n]) for s in sequences for i in range(len(s) - n + 1)]
    return float(len(set(grams)))
