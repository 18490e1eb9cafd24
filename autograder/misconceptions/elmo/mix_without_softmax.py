"""The weights are used as they are."""

FUNCTIONS = ("scalar_mix",)
HINT = {
    "zh": "权重没有做 softmax：混合用的是 softmax(weights)，各层的份额之和为 1。",
    "en": "The weights are used without softmax: the mix takes softmax(weights), shares that sum to 1.",
}


def scalar_mix(layers, weights, gamma):
    return gamma * torch.einsum("j,jsd->sd", weights, layers)
