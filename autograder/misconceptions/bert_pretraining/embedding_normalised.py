"""LayerNorm is applied already."""

FUNCTIONS = ('input_embedding',)
HINT = {
    "zh": '这里要的是 LayerNorm **之前**的和。',
    "en": 'The sum is asked for **before** LayerNorm.',
}


def input_embedding(token, segment, position, ids, segments):
    total = token[ids] + segment[segments] + position[: len(ids)]
    return torch.nn.functional.layer_norm(total, total.shape[-1:])
