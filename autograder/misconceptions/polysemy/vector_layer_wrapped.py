"""A layer that does not exist is wrapped round or cut to one that does."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "不存在的层被你换成了存在的层（取余或截断），所以没有报错。层号写错时，悄悄给出另一层的结果比报错更糟；请抛出 `IndexError`。直接"
        "用 `hidden_states[layer]` 就会这样。"
    ),
    "en": (
        "A layer that does not exist is turned into one that does (by a modulo or a cut), so there is no error. A "
        "result from another layer than the one asked for is worse than an error: raise `IndexError`. Plain "
        "`hidden_states[layer]` does."
    ),
}


def word_vector(model, tokenizer, marked, layer=-1):
    return _word_vectors(model, tokenizer, marked)[layer % (model.config.num_hidden_layers + 1)]
