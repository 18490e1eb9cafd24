"""Dropout is made repeatable by seeding the global random state."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你用 `torch.manual_seed` 让结果可以重复，但 dropout 仍在起作用，向量还是错的；而且你改动了全局随机状态，调用者"
        "之后的随机数也随之改变。请用 `model.eval()` 关闭 dropout。"
    ),
    "en": (
        "You make the result repeatable with `torch.manual_seed`. Dropout is still at work, so the vector is still "
        "wrong, and you have changed the global random state that everybody's later draws depend on. Switch dropout "
        "off with `model.eval()`."
    ),
}


def _deterministic(model):
    from contextlib import nullcontext

    torch.manual_seed(0)
    return nullcontext()
