"""Within a sense only consecutive sentences are compared."""

FUNCTIONS = ("sense_separation",)
HINT = {
    "zh": (
        "你的 `within` 只比较了相邻的句子（第 1 与第 2 句、第 2 与第 3 句……），不相邻的句对漏掉了。n 个句子有 n(n-1)"
        "/2 对，请全部比较（如 `itertools.combinations`）。"
    ),
    "en": (
        "Your `within` compares consecutive sentences only (first and second, second and third, ...) and misses the "
        "other pairs. n sentences make n(n-1)/2 pairs: compare them all (`itertools.combinations` lists them)."
    ),
}


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two sentences a sense")
    a = [word_vector(model, tokenizer, marked, layer) for marked in sense_a]
    b = [word_vector(model, tokenizer, marked, layer) for marked in sense_b]
    within = fmean(cosine_similarity(u, v) for group in (a, b) for u, v in zip(group, group[1:]))
    between = fmean(cosine_similarity(u, v) for u in a for v in b)
    return {"within": within, "between": between, "gap": within - between}
