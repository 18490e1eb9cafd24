"""The position is left out."""

FUNCTIONS = ('input_embedding',)
HINT = {
    "zh": '少了位置嵌入：没有它，词序就丢了。',
    "en": 'The position embedding is missing: without it word order is lost.',
}


def input_embedding(token, segment, position, ids, segments):
    return token[ids] + segment[segments]
