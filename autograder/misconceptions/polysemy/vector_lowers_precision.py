"""The model is converted to half precision for the sake of speed."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你把模型转成了半精度（`half`、`bfloat16`），而且没有转回来：结果只剩两三位有效数字，传入的模型也被改动了。请保持模型原来的精"
        "度。"
    ),
    "en": (
        "You convert the model to half precision and leave it so: the result keeps two or three digits, and the "
        "model you were lent is changed. Keep the model's own precision."
    ),
}


def word_vector(model, tokenizer, marked, layer=-1):
    return _word_vectors(model.bfloat16(), tokenizer, marked)[layer].float()
