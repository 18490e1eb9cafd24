"""0 for no items."""

FUNCTIONS = ("cloze_accuracy",)
HINT = {
    "zh": '没有题目时返回了 0：好像全都猜错了。没有东西的比例没有定义，应当抛出 `ValueError`。',
    "en": 'No items give 0, as if all had been wrong. The share of nothing is not defined: raise `ValueError`.',
}


def cloze_accuracy(model, tokenizer, items):
    with _deterministic(model), torch.no_grad():
        hits = sum(_is_hit(model, tokenizer, item["template"], item["word"]) for item in items)
    return hits / max(1, len(items))
