"""Positions count from one."""

FUNCTIONS = ('input_embedding',)
HINT = {
    "zh": '位置从 0 数起：第一个词元用位置矩阵的第 0 行。',
    "en": 'Positions count from 0: the first token takes row 0 of the position matrix.',
}


def input_embedding(token, segment, position, ids, segments):
    return token[ids] + segment[segments] + torch.roll(position, -1, 0)[: len(ids)]
