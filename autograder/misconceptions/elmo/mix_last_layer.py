"""The last layer alone."""

FUNCTIONS = ("scalar_mix",)
HINT = {
    "zh": "只取了最后一层。ELMo 混合所有层，这正是它和“取顶层”的区别。",
    "en": (
        "Only the last layer is taken. ELMo mixes all layers; that is what sets it apart from taking the top one."
    ),
}


def scalar_mix(layers, weights, gamma):
    return gamma * layers[-1]
