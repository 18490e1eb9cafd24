"""The model is not put into eval mode."""

FUNCTIONS = ("cloze_accuracy",)
HINT = {
    "zh": '没有 `model.eval()`：模型在训练模式下有 dropout，每次测得的结果都不一样。',
    "en": '`model.eval()` is missing: in train mode there is dropout, and each measurement gives another result.',
}


def cloze_accuracy(model, tokenizer, items):
    if not items:
        raise ValueError("no items")
    with torch.no_grad():
        return sum(_is_hit(model, tokenizer, item["template"], item["word"]) for item in items) / len(items)
