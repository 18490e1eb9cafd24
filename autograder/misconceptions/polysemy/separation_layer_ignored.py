"""The layer is not passed on to `word_vector`."""

FUNCTIONS = ("sense_separation",)
HINT = {
    "zh": (
        "你没有把 `layer` 传下去，`sense_separation` 总是用最后一层。很多模型在中间层把义项分得最开，所以要能选层。"
    ),
    "en": (
        "You do not pass `layer` on, so `sense_separation` always looks at the last layer. In many models it is a "
        "middle layer that separates senses best, which is why one must be able to choose."
    ),
}


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two sentences a sense")
    a = [word_vector(model, tokenizer, marked) for marked in sense_a]
    b = [word_vector(model, tokenizer, marked) for marked in sense_b]
    within = fmean(cosine_similarity(u, v) for u, v in [*combinations(a, 2), *combinations(b, 2)])
    between = fmean(cosine_similarity(u, v) for u in a for v in b)
    return {"within": within, "between": between, "gap": within - between}
