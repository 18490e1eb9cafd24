"""The mean of each sequence's own share."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "你对每个序列各算一个比例再平均；应当把所有序列的 n 元组合在一起数：不同序列之间的重复也是重复。"
    ),
    "en": (
        "You take the mean of each sequence's share. Count the n-grams of all sequences together: a "
        "repetition between two sequences is one too."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    shares = []
    for s in sequences:
        grams = [tuple(s[i : i + n]) for i in range(len(s) - n + 1)]
        if grams:
            shares.append(len(set(grams)) / len(grams))
    return fmean(shares) if shares else 0.0
