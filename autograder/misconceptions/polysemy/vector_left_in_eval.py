"""The model is put into evaluation mode and left there."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你调用了 `model.eval()`，却没有恢复：传入时处于训练模式的模型，返回后变成了评估模式。调用者若正在训练，dropout 从此就"
        "关掉了。请记住 `model.training`，最后恢复它。"
    ),
    "en": (
        "You call `model.eval()` and leave it at that: a model that came in train mode comes back in evaluation "
        "mode. If the caller is in the midst of training, dropout is off from here on. Remember `model.training` and "
        "put it back."
    ),
}


@contextmanager
def _deterministic(model):
    model.eval()
    yield
