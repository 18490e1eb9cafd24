"""Positions and segments are counted at the hidden size."""

FUNCTIONS = ("albert_parameters",)
HINT = {
    "zh": '位置和句段的嵌入也是 `embedding_size` 维的，加起来以后才映射到 `hidden_size`。',
    "en": 'Position and segment embeddings have `embedding_size` dimensions too; only their sum is mapped to `hidden_size`.',
}


def albert_parameters(config):
    embedding, hidden = config.embedding_size, config.hidden_size
    rows = config.max_position_embeddings + config.type_vocab_size
    embeddings = config.vocab_size * embedding + rows * hidden + _norm(hidden)
    layers = config.num_hidden_groups * config.inner_group_num * _layer_parameters(config)
    return embeddings + _linear(embedding, hidden) + layers + _linear(hidden, hidden)
