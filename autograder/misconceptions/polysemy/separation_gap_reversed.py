"""The gap is between minus within."""

FUNCTIONS = ("sense_separation",)
HINT = {
    "zh": ("你的 `gap` 符号反了：应当是 `within - between`。义项分得开时，组内更相似，`gap` 为正。"),
    "en": (
        "The sign of your `gap` is reversed: it is `within - between`. Where the senses separate, sentences of one "
        "sense are more alike, and `gap` is positive."
    ),
}


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two sentences a sense")
    a = [word_vector(model, tokenizer, marked, layer) for marked in sense_a]
    b = [word_vector(model, tokenizer, marked, layer) for marked in sense_b]
    within = fmean(cosine_similarity(u, v) for u, v in [*combinations(a, 2), *combinations(b, 2)])
    between = fmean(cosine_similarity(u, v) for u in a for v in b)
    return {"within": within, "between": between, "gap": between - within}
