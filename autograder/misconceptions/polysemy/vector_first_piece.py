"""Only the first token's vector is taken."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": ("你只取了词的第一个词元的向量。`银行` 有 `银` 和 `行` 两个词元，词的向量是它们的平均。"),
    "en": (
        "You take only the vector of the word's first token. `银行` has two, `银` and `行`: the word's vector is the "
        "mean over them."
    ),
}


def _word_vectors(model, tokenizer, marked):
    text, start, end = parse_marked(marked)
    first, last = token_span(tokenizer, text, start, end)
    inputs = tokenizer(text, return_tensors="pt")
    with _deterministic(model), torch.no_grad():
        hidden_states = model(**inputs, output_hidden_states=True).hidden_states
    return [states[0, first] for states in hidden_states]
