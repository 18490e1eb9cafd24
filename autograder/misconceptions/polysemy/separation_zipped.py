"""Across the senses only sentences of the same rank are compared."""

FUNCTIONS = ("sense_separation",)
HINT = {
    "zh": (
        "你的 `between` 只比较了两边序号相同的句子（`zip`），其余的句对都漏了，较长一边的末尾也被丢掉。请把一边的每一句与另一边的每一"
        "句都比较。"
    ),
    "en": (
        "Your `between` compares only sentences of the same rank (`zip`): all other pairs are missing, and the end "
        "of the longer list is dropped. Compare every sentence of one side with every sentence of the other."
    ),
}


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two sentences a sense")
    a = [word_vector(model, tokenizer, marked, layer) for marked in sense_a]
    b = [word_vector(model, tokenizer, marked, layer) for marked in sense_b]
    within = fmean(cosine_similarity(u, v) for u, v in [*combinations(a, 2), *combinations(b, 2)])
    between = fmean(cosine_similarity(u, v) for u, v in zip(a, b))
    return {"within": within, "between": between, "gap": within - between}
