"""Each sentence is also compared with itself."""

FUNCTIONS = ("sense_separation",)
HINT = {
    "zh": (
        "你把每个句子与它自己也算成了一对，余弦恰好是 1，`within` 因此被抬高，`gap` 也虚高。只取**不同**句子组成的句对。"
    ),
    "en": (
        "You pair each sentence with itself too. Those cosines are 1, which lifts `within` and makes `gap` look "
        "better than it is. Take only pairs of **different** sentences."
    ),
}


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two sentences a sense")
    a = [word_vector(model, tokenizer, marked, layer) for marked in sense_a]
    b = [word_vector(model, tokenizer, marked, layer) for marked in sense_b]
    within = fmean(cosine_similarity(u, v) for group in (a, b) for u in group for v in group)
    between = fmean(cosine_similarity(u, v) for u in a for v in b)
    return {"within": within, "between": between, "gap": within - between}
