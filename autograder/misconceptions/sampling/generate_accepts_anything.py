"""An empty prompt and a negative length give an empty text."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "提示为空、`max_new_tokens` 为负时应当抛出 ValueError，而不是返回空文本。"
    ),
    "en": (
        "An empty prompt and a negative `max_new_tokens` should raise ValueError, not give an empty text."
    ),
}


def generate(model, tokenizer, prompt, temperature, max_new_tokens=20, seed=0):
    if not prompt or max_new_tokens < 0:
        return ""
    text, _ = _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed)
    return text
