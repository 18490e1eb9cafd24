"""Each layer of the first sentence is compared with the next layer of the second."""

FUNCTIONS = ("layerwise_similarity",)
HINT = {
    "zh": ("你比较的两个向量来自不同的层：第一句用了第 i 层，第二句错开了一层。每个数应当是两句**同一层**的余弦。"),
    "en": (
        "The two vectors you compare come from different layers: layer i of the first sentence, one further in the "
        "second. Each number is the cosine at **the same** layer of both."
    ),
}


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    layers_a, layers_b = _word_vectors(model, tokenizer, marked_a), _word_vectors(model, tokenizer, marked_b)
    return [cosine_similarity(u, v) for u, v in zip(layers_a, [*layers_b[1:], layers_b[-1]])]
