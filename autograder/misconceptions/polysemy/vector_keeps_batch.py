"""The result keeps the batch dimension."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你的结果形状是 `(1, hidden_size)`，还留着批次这一维。只有一个句子，请取出它（如 `states[0]`），返回 "
        "`(hidden_size,)`。"
    ),
    "en": (
        "Your result has the shape `(1, hidden_size)`: the batch dimension is still there. There is one sentence "
        "only: take it out (`states[0]`, say) and return `(hidden_size,)`."
    ),
}


def word_vector(model, tokenizer, marked, layer=-1):
    return _word_vectors(model, tokenizer, marked)[layer].unsqueeze(0)
