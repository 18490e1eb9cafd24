"""The three are joined instead of added."""

FUNCTIONS = ('input_embedding',)
HINT = {
    "zh": '三种嵌入是相加，不是拼接：结果还是 hidden 维。',
    "en": 'The three embeddings are added, not joined: the result has hidden dimensions.',
}


def input_embedding(token, segment, position, ids, segments):
    return torch.cat([token[ids], segment[segments], position[: len(ids)]], dim=-1)
