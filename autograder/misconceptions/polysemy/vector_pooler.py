"""`pooler_output` is taken."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你返回的是 `pooler_output`：`[CLS]` 的最后一层再经过一个全连接层和 tanh，供下一句预测使用。它是整句的，也没有层"
        "可选。请用 `hidden_states[layer]` 中这个词的词元。"
    ),
    "en": (
        "You return `pooler_output`: the last layer's `[CLS]`, put through a dense layer and tanh for next sentence "
        "prediction. It belongs to the whole sentence and to no layer. Use the word's tokens in "
        "`hidden_states[layer]`."
    ),
}


def word_vector(model, tokenizer, marked, layer=-1):
    text, _, _ = parse_marked(marked)
    inputs = tokenizer(text, return_tensors="pt")
    with _deterministic(model), torch.no_grad():
        outputs = model(**inputs, output_hidden_states=True)
    outputs.hidden_states[layer]
    return outputs.pooler_output[0]
