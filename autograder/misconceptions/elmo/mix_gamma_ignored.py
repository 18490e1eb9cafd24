"""gamma is not used."""

FUNCTIONS = ("scalar_mix",)
HINT = {
    "zh": "gamma 没有用上：整个向量要乘以它。",
    "en": "gamma is not used: the whole vector is multiplied by it.",
}


def scalar_mix(layers, weights, gamma):
    return torch.einsum("j,jsd->sd", weights.softmax(dim=0), layers)
