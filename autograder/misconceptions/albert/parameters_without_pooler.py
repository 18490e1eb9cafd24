"""The pooler is left out."""

FUNCTIONS = ("albert_parameters",)
HINT = {
    "zh": '少了 pooler：`AlbertModel` 最后还有一个 hidden→hidden 的线性映射。',
    "en": 'The pooler is missing: `AlbertModel` ends with one more linear map from hidden to hidden.',
}


def albert_parameters(config):
    embedding, hidden = config.embedding_size, config.hidden_size
    rows = config.vocab_size + config.max_position_embeddings + config.type_vocab_size
    layers = config.num_hidden_groups * config.inner_group_num * _layer_parameters(config)
    return rows * embedding + _norm(embedding) + _linear(embedding, hidden) + layers
