"""The vector of `[CLS]` is taken."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": ("你取的是 `[CLS]` 的向量（第 0 个位置）。它常用作整句的表示，与被标记的词无关。请取这个词的词元。"),
    "en": (
        "You take the vector of `[CLS]`, position 0. It often stands for the whole sentence and has nothing to do "
        "with the marked word. Take the word's tokens."
    ),
}


def _word_vectors(model, tokenizer, marked):
    text, _, _ = parse_marked(marked)
    inputs = tokenizer(text, return_tensors="pt")
    with _deterministic(model), torch.no_grad():
        hidden_states = model(**inputs, output_hidden_states=True).hidden_states
    return [states[0, 0] for states in hidden_states]
