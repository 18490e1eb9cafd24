"""Dropout is on for a model in train mode."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "模型处于训练模式时 dropout 仍在起作用，每一步的分布都被扰动。先 `model.eval()`，之后恢复。"
    ),
    "en": (
        "Where the model arrives in train mode dropout is at work and disturbs every step's distribution. "
        "Call `model.eval()` first, and put the mode back afterwards."
    ),
}


def _deterministic(model):
    from contextlib import nullcontext

    return nullcontext()
