"""The model stays in train mode."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '模型可能处于训练模式，dropout 让你的概率每次都不同。先切到 eval 模式，用完恢复。',
    "en": 'The model may be in train mode, and dropout makes your probabilities differ from call to call. Switch to eval mode and put it back afterwards.',
}


def fill_mask(model, tokenizer, template, k=5):
    before, after = _split(template)
    encoded = tokenizer(before + tokenizer.mask_token + after, return_tensors="pt")
    gap = encoded["input_ids"][0].tolist().index(tokenizer.mask_token_id)
    with torch.no_grad():
        probabilities, best = model(**encoded).logits[0, gap].softmax(-1).topk(k)
    return [(tokenizer.decode([t]).strip(), p) for p, t in zip(probabilities.tolist(), best.tolist())]
