"""Groups of different layers are not counted."""

FUNCTIONS = ("albert_parameters",)
HINT = {
    "zh": '`num_hidden_groups` 或 `inner_group_num` 大于 1 时，有好几个不同的层，要各数一次。',
    "en": 'With `num_hidden_groups` or `inner_group_num` above 1 there are several different layers; each counts.',
}


def albert_parameters(config):
    embedding, hidden = config.embedding_size, config.hidden_size
    rows = config.vocab_size + config.max_position_embeddings + config.type_vocab_size
    embeddings = rows * embedding + _norm(embedding)
    return embeddings + _linear(embedding, hidden) + _layer_parameters(config) + _linear(hidden, hidden)
