"""Dropout is still on where the model arrives in train mode."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "模型处于训练模式时，dropout 仍在起作用：同一句话两次得到不同的向量。`torch.no_grad()` 只停止跟踪梯度，不关闭 dr"
        "opout；关闭它的是 `model.eval()`（之后请恢复原来的模式）。"
    ),
    "en": (
        "When the model arrives in train mode dropout is still at work: the same sentence gives two different "
        "vectors. `torch.no_grad()` only stops tracking gradients; what switches dropout off is `model.eval()` (and "
        "put the mode back afterwards)."
    ),
}


def _deterministic(model):
    from contextlib import nullcontext

    return nullcontext()
