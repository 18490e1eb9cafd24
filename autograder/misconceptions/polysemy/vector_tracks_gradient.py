"""The result still carries its gradient graph."""

FUNCTIONS = ("word_vector",)
HINT = {
    "zh": (
        "你的向量还带着计算图（`requires_grad=True`）。这里不训练，跟踪梯度只会占用内存，几百个句子之后尤其明显。请在 "
        "`torch.no_grad()`（或 `torch.inference_mode()`）中运行模型。"
    ),
    "en": (
        "Your vector still carries its graph (`requires_grad=True`). Nothing is trained here, and tracking gradients "
        "only takes memory, more with every sentence. Run the model under `torch.no_grad()` (or "
        "`torch.inference_mode()`)."
    ),
}


def _word_vectors(model, tokenizer, marked):
    text, start, end = parse_marked(marked)
    first, last = token_span(tokenizer, text, start, end)
    inputs = tokenizer(text, return_tensors="pt")
    with _deterministic(model):
        hidden_states = model(**inputs, output_hidden_states=True).hidden_states
    return [states[0, first:last].mean(dim=0) for states in hidden_states]
