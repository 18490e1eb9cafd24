"""The tokens' vectors are summed."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你的向量是各词元之和，不是平均。方向相同，长度却随词元个数变化，于是不同长度的词无法比较长度和距离。请除以词元个数。"
    ),
    "en": (
        "Your vector is the sum over the tokens, not the mean. It points the same way, but its length grows with the "
        "number of tokens. Divide by that number."
    ),
}


def _word_vectors(model, tokenizer, marked):
    text, start, end = parse_marked(marked)
    first, last = token_span(tokenizer, text, start, end)
    inputs = tokenizer(text, return_tensors="pt")
    with _deterministic(model), torch.no_grad():
        hidden_states = model(**inputs, output_hidden_states=True).hidden_states
    return [states[0, first:last].sum(dim=0) for states in hidden_states]
