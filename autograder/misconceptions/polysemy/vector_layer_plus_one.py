"""The embedding output is not counted as layer 0."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你的第 0 层是第一个 Transformer 层。`hidden_states` 从嵌入层输出开始数：0 是嵌入层输出，1 才是第一层，所"
        "以总数比 `num_hidden_layers` 多一。"
    ),
    "en": (
        "Your layer 0 is the first transformer layer. `hidden_states` begins with the output of the embeddings: that "
        "is 0, the first layer is 1, and so there is one more than `num_hidden_layers`."
    ),
}


def word_vector(model, tokenizer, marked, layer=-1):
    return _word_vectors(model, tokenizer, marked)[1:][layer]
