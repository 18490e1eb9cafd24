"""The token layer is left out."""

FUNCTIONS = ("scalar_mix",)
HINT = {
    "zh": "漏了第 0 层：ELMo 的混合包括词元层。",
    "en": "Layer 0 is left out: ELMo's mix includes the token layer.",
}


def scalar_mix(layers, weights, gamma):
    return gamma * torch.einsum("j,jsd->sd", weights[1:].softmax(dim=0), layers[1:])
