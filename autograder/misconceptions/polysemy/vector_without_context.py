"""The word alone is fed to the model, without its sentence."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你只把词本身交给了模型，没有交句子。没有语境，同一个词在任何句子里的向量都一样，正是静态词向量的局限。请让整句通过模型，再取这个词的词元。"
    ),
    "en": (
        "You feed the word alone to the model, not the sentence. Without its context a word has the same vector "
        "everywhere, which is just the limit of static embeddings. Feed the whole sentence, then take the word's "
        "tokens."
    ),
}


def _word_vectors(model, tokenizer, marked):
    text, start, end = parse_marked(marked)
    inputs = tokenizer(text[start:end], return_tensors="pt")
    with _deterministic(model), torch.no_grad():
        hidden_states = model(**inputs, output_hidden_states=True).hidden_states
    return [states[0, 1:-1].mean(dim=0) for states in hidden_states]
