"""The last layer is returned whatever `layer` is."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "无论 `layer` 是多少，你返回的都是最后一层（`last_hidden_state` 只有最后一层）。请用 "
        "`output_hidden_states=True` 得到各层，再取 `hidden_states[layer]`。"
    ),
    "en": (
        "You return the last layer whatever `layer` is (`last_hidden_state` is the last layer only). Ask for all "
        "with `output_hidden_states=True` and take `hidden_states[layer]`."
    ),
}


def word_vector(model, tokenizer, marked, layer=-1):
    if not -model.config.num_hidden_layers - 1 <= layer <= model.config.num_hidden_layers:
        raise IndexError("no such layer")
    return _word_vectors(model, tokenizer, marked)[-1]
