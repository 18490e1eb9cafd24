"""A sense with one sentence or none is accepted."""

FUNCTIONS = ("sense_separation",)
HINT = {
    "zh": (
        "某个义项只有一个句子（或没有句子）时，你仍返回了结果。一个句子组不成句对，这个义项对 `within` 毫无贡献，`gap` 也就说明不了问"
        "题。请抛出 `ValueError`。"
    ),
    "en": (
        "With only one sentence in a sense, or none, you still return a result. One sentence makes no pair: the "
        "sense adds nothing to `within`, and `gap` says nothing. Raise `ValueError`."
    ),
}


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    a = [word_vector(model, tokenizer, marked, layer) for marked in sense_a]
    b = [word_vector(model, tokenizer, marked, layer) for marked in sense_b]
    same = [*combinations(a, 2), *combinations(b, 2)]
    within = fmean(cosine_similarity(u, v) for u, v in same) if same else 0.0
    between = fmean(cosine_similarity(u, v) for u in a for v in b) if a and b else 0.0
    return {"within": within, "between": between, "gap": within - between}
