"""The sum goes over the first dimension."""

FUNCTIONS = ("entropy",)
HINT = {
    "zh": (
        "你对第一维求和；每一行（最后一维）是一个分布。"
    ),
    "en": (
        "You sum over the first dimension; a distribution is a row, the last dimension."
    ),
}


def entropy(probs):
    return torch.special.entr(probs).sum(dim=0)
