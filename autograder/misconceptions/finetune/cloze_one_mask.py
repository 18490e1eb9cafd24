"""One mask token for the whole word, compared with its first piece."""

FUNCTIONS = ("cloze_accuracy",)
HINT = {
    "zh": '不管词有几个字，都只放一个 `[MASK]`。几个词元就要几个 `[MASK]`，否则模型看到的是另一个句子。',
    "en": 'There is one `[MASK]`, however long the word. As many pieces as the word has, as many masks, or the model reads another sentence.',
}


def _is_hit(model, tokenizer, template, word):
    if template.count("{mask}") != 1:
        raise ValueError(template)
    inputs = tokenizer(template.replace("{mask}", tokenizer.mask_token), return_tensors="pt")
    hidden = inputs["input_ids"][0] == tokenizer.mask_token_id
    best = int(model(**inputs).logits[0][hidden].argmax())
    return best in tokenizer(template.replace("{mask}", word))["input_ids"][1:-1] and tokenizer.decode([best]).strip() == word[:1]
