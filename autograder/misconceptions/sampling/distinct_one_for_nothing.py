"""No n-gram at all counts as fully distinct."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "没有任何 n 元组时你返回 1.0；约定是 0.0。"
    ),
    "en": (
        "Where there is no n-gram at all you return 1.0; 0.0 is asked for."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    grams = [tuple(s[i : i + n]) for s in sequences for i in range(len(s) - n + 1)]
    return len(set(grams)) / len(grams) if grams else 1.0
