"""A context longer than the model's positions is not cropped."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "上下文超过模型的位置数时会出错：每一步都要从左边截到 `max_position_embeddings`。"
    ),
    "en": (
        "A context longer than the model's positions raises an error: crop it from the left to "
        "`max_position_embeddings` at every step."
    ),
}


def _next_logits(model, ids):
    with _deterministic(model), torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, -1]
