"""The model stays in eval mode."""

FUNCTIONS = ("cloze_accuracy",)
HINT = {
    "zh": '测完以后模型留在了评估模式。传入时是什么模式，就还原成什么模式。',
    "en": 'After measuring, the model stays in eval mode. Put it back into the mode it came in.',
}


def cloze_accuracy(model, tokenizer, items):
    if not items:
        raise ValueError("no items")
    model.eval()
    with torch.no_grad():
        return sum(_is_hit(model, tokenizer, item["template"], item["word"]) for item in items) / len(items)
