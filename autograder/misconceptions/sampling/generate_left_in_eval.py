"""The model is left in evaluation mode."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "`model.eval()` 之后没有恢复：传入时处于训练模式的模型，返回后应当仍在训练模式。"
    ),
    "en": (
        "After `model.eval()` the mode is not put back: a model that came in train mode should be left in "
        "train mode."
    ),
}


def _deterministic(model):
    from contextlib import nullcontext

    model.eval()
    return nullcontext()
