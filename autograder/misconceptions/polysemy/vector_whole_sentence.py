"""The mean is taken over the whole sentence, special tokens too."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你的向量是整句（含 `[CLS]` 和 `[SEP]`）所有词元的平均，是句子的向量，不是词的。请只取这个词的词元，再求平均。"
    ),
    "en": (
        "Your vector is the mean over the whole sentence, `[CLS]` and `[SEP]` included: it stands for the sentence, "
        "not for the word. Take only the word's tokens, then the mean."
    ),
}


def _word_vectors(model, tokenizer, marked):
    text, _, _ = parse_marked(marked)
    inputs = tokenizer(text, return_tensors="pt")
    with _deterministic(model), torch.no_grad():
        hidden_states = model(**inputs, output_hidden_states=True).hidden_states
    return [states[0].mean(dim=0) for states in hidden_states]
