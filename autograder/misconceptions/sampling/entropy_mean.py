"""The mean over the vocabulary instead of the sum."""

FUNCTIONS = ("entropy",)
HINT = {
    "zh": (
        "你对词表取了平均；熵是**和**：`-Σ p ln p`。"
    ),
    "en": (
        "You take the mean over the vocabulary; entropy is the **sum**, `-Σ p ln p`."
    ),
}


def entropy(probs):
    return torch.special.entr(probs).mean(dim=-1)
