"""The weights are divided by their sum."""

FUNCTIONS = ("scalar_mix",)
HINT = {
    "zh": "权重是除以总和来归一的；应当用 softmax（负的权重也行）。",
    "en": "The weights are divided by their sum; use the softmax (which takes negative weights, too).",
}


def scalar_mix(layers, weights, gamma):
    return gamma * torch.einsum("j,jsd->sd", weights / weights.sum(), layers)
