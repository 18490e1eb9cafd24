"""No n-gram at all is an error."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "没有任何 n 元组时你除以了 0；约定返回 0.0。"
    ),
    "en": (
        "Where there is no n-gram at all you divide by zero; 0.0 is asked for."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    grams = [tuple(s[i : i + n]) for s in sequences for i in range(len(s) - n + 1)]
    return len(set(grams)) / len(grams)
