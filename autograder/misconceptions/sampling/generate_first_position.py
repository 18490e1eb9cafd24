"""The logits of the first position are taken."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "你取的是第一个位置的 logits；下一个词元由**最后**一个位置预测。"
    ),
    "en": (
        "You take the logits of the first position; the next token is predicted at the **last** one."
    ),
}


def _next_logits(model, ids):
    visible = torch.tensor([ids[-model.config.max_position_embeddings :]])
    with _deterministic(model), torch.no_grad():
        return model(input_ids=visible).logits[0, 0]
