"""`within` looks at the first sense only."""

FUNCTIONS = ("sense_separation",)
HINT = {
    "zh": ("你的 `within` 只用了 `sense_a` 的句对。两个义项的句对都要算，合在一起求平均。"),
    "en": ("Your `within` uses the pairs of `sense_a` only. Both senses' pairs count, pooled into one mean."),
}


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two sentences a sense")
    a = [word_vector(model, tokenizer, marked, layer) for marked in sense_a]
    b = [word_vector(model, tokenizer, marked, layer) for marked in sense_b]
    within = fmean(cosine_similarity(u, v) for u, v in combinations(a, 2))
    between = fmean(cosine_similarity(u, v) for u in a for v in b)
    return {"within": within, "between": between, "gap": within - between}
