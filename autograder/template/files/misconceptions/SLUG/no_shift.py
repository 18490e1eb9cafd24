"""The exponentials are taken of the scores as they are."""

FUNCTIONS = ("softmax",)
HINT = {
    "zh": "你直接对分数取指数；分数很大时会溢出。所有分数减去同一个数，概率不变。",
    "en": "You take the exponentials of the scores as they are, which overflow for large ones. Subtracting one number from all"
    " scores changes no probability.",
}


def softmax(scores, temperature=1.0):
    weights = [math.exp(score / temperature) for score in scores]
    return [weight / sum(weights) for weight in weights]
