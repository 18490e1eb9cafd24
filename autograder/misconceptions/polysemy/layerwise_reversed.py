"""The last layer comes first."""

FUNCTIONS = ("layerwise_similarity",)
HINT = {
    "zh": ("你的列表从最后一层开始。要求从嵌入层（第 0 个）开始，最后一层在最末。"),
    "en": ("Your list begins with the last layer. Begin with the embeddings, number 0, and end with the last layer."),
}


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    layers_a, layers_b = _word_vectors(model, tokenizer, marked_a), _word_vectors(model, tokenizer, marked_b)
    return [cosine_similarity(u, v) for u, v in zip(layers_a[::-1], layers_b[::-1])]
