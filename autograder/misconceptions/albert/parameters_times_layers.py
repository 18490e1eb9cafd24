"""The layer's parameters are multiplied by the number of layers."""

FUNCTIONS = ("albert_parameters",)
HINT = {
    "zh": '你把一层的参数乘了层数，那是 BERT。ALBERT 的层共用参数，只数一份（`num_hidden_groups × inner_group_num` 份）。',
    "en": 'The layer is counted once for every layer, as in BERT. ALBERT shares them: only `num_hidden_groups × inner_group_num` are different.',
}


def albert_parameters(config):
    embedding, hidden = config.embedding_size, config.hidden_size
    rows = config.vocab_size + config.max_position_embeddings + config.type_vocab_size
    embeddings = rows * embedding + _norm(embedding)
    layers = config.num_hidden_layers * _layer_parameters(config)
    return embeddings + _linear(embedding, hidden) + layers + _linear(hidden, hidden)
