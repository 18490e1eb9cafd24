"""The model is put into train mode at the end, however it came."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你在最后总是调用 `model.train()`：传入时处于评估模式的模型，返回后变成了训练模式，之后别人的结果都带上了 dropout。请"
        "恢复**原来的**模式：`model.train(原来的 model.training)`。"
    ),
    "en": (
        "You always call `model.train()` at the end: a model that came in evaluation mode comes back in train mode, "
        "and everybody's next results have dropout in them. Put back the mode that you **found**: `model.train(<its "
        "former .training>)`."
    ),
}


@contextmanager
def _deterministic(model):
    model.eval()
    yield
    model.train()
