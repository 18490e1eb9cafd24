"""A context that is too long loses its end."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "上下文过长时你截掉了右边，也就是最近的词元：后面的生成都看不到自己写了什么。从**左边**截。"
    ),
    "en": (
        "Where the context is too long you drop its right end, the latest tokens: the model then never sees "
        "what it wrote. Crop from the **left**."
    ),
}


def _next_logits(model, ids):
    visible = torch.tensor([ids[: model.config.max_position_embeddings]])
    with _deterministic(model), torch.no_grad():
        return model(input_ids=visible).logits[0, -1]
