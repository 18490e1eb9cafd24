"""All layers count the same."""

FUNCTIONS = ("scalar_mix",)
HINT = {
    "zh": "各层被平均了，没有用 weights。",
    "en": "The layers are averaged evenly; `weights` is not used.",
}


def scalar_mix(layers, weights, gamma):
    return gamma * layers.mean(dim=0)
