"""The senses' mean vectors are compared instead of their sentences."""

FUNCTIONS = ("sense_separation",)
HINT = {
    "zh": (
        "你先求每个义项的平均向量，`between` 是两个平均向量的余弦。平均向量彼此总是更接近（各句的差异被抵消了），与 `within` 不可"
        "比。请对所有句对的余弦求平均。"
    ),
    "en": (
        "You take each sense's mean vector, and `between` is the cosine of the two. Mean vectors are always closer "
        "(the sentences' own differences cancel out), which cannot be compared with `within`. Average the cosines "
        "over all pairs of sentences."
    ),
}


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two sentences a sense")
    a = [word_vector(model, tokenizer, marked, layer) for marked in sense_a]
    b = [word_vector(model, tokenizer, marked, layer) for marked in sense_b]
    within = fmean(cosine_similarity(u, v) for u, v in [*combinations(a, 2), *combinations(b, 2)])
    between = cosine_similarity(torch.stack(a).mean(0), torch.stack(b).mean(0))
    return {"within": within, "between": between, "gap": within - between}
