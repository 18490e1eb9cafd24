"""gamma multiplies the weights before the softmax."""

FUNCTIONS = ("scalar_mix",)
HINT = {
    "zh": "gamma 乘在了 softmax 里面，成了温度。它应当乘在外面，缩放整个向量。",
    "en": (
        "gamma multiplies the weights inside the softmax, like a temperature. It belongs outside and scales the whole "
        "vector."
    ),
}


def scalar_mix(layers, weights, gamma):
    return torch.einsum("j,jsd->sd", (gamma * weights).softmax(dim=0), layers)
