"""One position less than the model has is used."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "你截得多了一个：模型有 n 个位置，就可以看 n 个词元。"
    ),
    "en": (
        "You crop one token too many: with n positions the model can see n tokens."
    ),
}


def _next_logits(model, ids):
    visible = torch.tensor([ids[-(model.config.max_position_embeddings - 1) :]])
    with _deterministic(model), torch.no_grad():
        return model(input_ids=visible).logits[0, -1]
