"""A word counts if any of its pieces is right."""

FUNCTIONS = ("cloze_accuracy",)
HINT = {
    "zh": '只要有一个字猜对就算命中了。要求词的**每一个**词元都对。',
    "en": 'A word counts as soon as one of its pieces is right. **Every** piece must be.',
}


def _is_hit(model, tokenizer, template, word):
    if template.count("{mask}") != 1:
        raise ValueError(template)
    start = template.index("{mask}")
    inputs = tokenizer(template.replace("{mask}", word), return_offsets_mapping=True, return_tensors="pt")
    left, right = inputs.pop("offset_mapping")[0].unbind(dim=1)
    hidden = (left < start + len(word)) & (right > start)
    pieces = inputs["input_ids"][0, hidden]
    inputs["input_ids"][0, hidden] = tokenizer.mask_token_id
    logits = model(**inputs).logits[0]
    return bool((logits[hidden].argmax(dim=-1) == pieces).any())
