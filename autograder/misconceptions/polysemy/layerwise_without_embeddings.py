"""The embedding output is left out."""

FUNCTIONS = ("layerwise_similarity",)
HINT = {
    "zh": (
        "你的列表比要求的少一个：缺少嵌入层（第 0 个）。完整的列表有 `num_hidden_layers + 1` 个数，嵌入层在最前；那里语境"
        "还没有起作用，是比较的起点。"
    ),
    "en": (
        "Your list is one short: the embeddings, number 0, are missing. There are `num_hidden_layers + 1` numbers, "
        "embeddings first; there context has not yet been mixed in, which makes it the point to start from."
    ),
}


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    layers_a, layers_b = _word_vectors(model, tokenizer, marked_a), _word_vectors(model, tokenizer, marked_b)
    return [cosine_similarity(u, v) for u, v in zip(layers_a[1:], layers_b[1:])]
