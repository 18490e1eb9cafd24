"""A small number added inside the logarithm is not small enough."""

FUNCTIONS = ("entropy",)
HINT = {
    "zh": (
        "你在对数里加的数太大（例如 1e-3），熵因此偏小：小概率的词元加起来很要紧。把 0 单独处理，就不需要加任何数。"
    ),
    "en": (
        "The number that you add inside the logarithm (1e-3, say) is too large and makes the entropy too "
        "small: the many small probabilities matter. Treat 0 by itself and nothing has to be added."
    ),
}


def entropy(probs):
    return -(probs * (probs + 1e-3).log()).sum(dim=-1)
