"""The two senses' means are averaged instead of pooling their pairs."""

FUNCTIONS = ("sense_separation",)
HINT = {
    "zh": (
        "你先对两个义项分别求平均，再把两个平均数平均。两个义项的句子数不同时，句对数也不同（3 句有 3 对，5 句有 10 对），小的义项被放大了"
        "。请把两边的句对合在一起，只求一次平均。"
    ),
    "en": (
        "You take each sense's mean and then the mean of the two. With unequal numbers of sentences the numbers of "
        "pairs differ (3 for three, 10 for five), and the smaller sense weighs too much. Pool both senses' pairs and "
        "take one mean."
    ),
}


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two sentences a sense")
    a = [word_vector(model, tokenizer, marked, layer) for marked in sense_a]
    b = [word_vector(model, tokenizer, marked, layer) for marked in sense_b]
    within = fmean(fmean(cosine_similarity(u, v) for u, v in combinations(group, 2)) for group in (a, b))
    between = fmean(cosine_similarity(u, v) for u in a for v in b)
    return {"within": within, "between": between, "gap": within - between}
