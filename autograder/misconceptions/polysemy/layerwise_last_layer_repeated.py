"""The layer is not passed on: every number is the last layer's."""

FUNCTIONS = ("layerwise_similarity",)
HINT = {
    "zh": ("你的列表里每个数都一样：循环时没有把层号传给 `word_vector`，每次取的都是默认的最后一层。"),
    "en": (
        "All numbers of your list are the same: the loop does not pass the layer to `word_vector`, so each is the "
        "default, the last layer."
    ),
}


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    u, v = word_vector(model, tokenizer, marked_a), word_vector(model, tokenizer, marked_b)
    return [cosine_similarity(u, v) for _ in range(model.config.num_hidden_layers + 1)]
