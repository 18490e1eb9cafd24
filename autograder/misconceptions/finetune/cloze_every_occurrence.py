"""The word is masked wherever it occurs in the sentence."""

FUNCTIONS = ("cloze_accuracy",)
HINT = {
    "zh": '词在句中别处也出现时，你把它们全盖住了。只盖住空里的那一个。',
    "en": 'Where the word occurs elsewhere in the sentence, it was masked there too. Mask the one in the gap alone.',
}


def _is_hit(model, tokenizer, template, word):
    if template.count("{mask}") != 1:
        raise ValueError(template)
    text = template.replace("{mask}", word)
    inputs = tokenizer(text, return_offsets_mapping=True, return_tensors="pt")
    left, right = inputs.pop("offset_mapping")[0].unbind(dim=1)
    hidden = torch.zeros_like(left, dtype=torch.bool)
    for start in range(len(text)):
        if text.startswith(word, start):
            hidden |= (left < start + len(word)) & (right > start)
    pieces = inputs["input_ids"][0, hidden]
    inputs["input_ids"][0, hidden] = tokenizer.mask_token_id
    return bool((model(**inputs).logits[0][hidden].argmax(dim=-1) == pieces).all())
