"""A template without a gap, or with two, raises nothing."""

FUNCTIONS = ("cloze_accuracy",)
HINT = {
    "zh": '没有检查 `{mask}` 是不是恰好一个：模板写错了，分数却照样算出来。',
    "en": 'Whether `{mask}` is there exactly once is not checked: a broken template still gives a score.',
}


def _is_hit(model, tokenizer, template, word):
    start = max(template.find("{mask}"), 0)
    inputs = tokenizer(template.replace("{mask}", word), return_offsets_mapping=True, return_tensors="pt")
    left, right = inputs.pop("offset_mapping")[0].unbind(dim=1)
    hidden = (left < start + len(word)) & (right > start)
    pieces = inputs["input_ids"][0, hidden]
    inputs["input_ids"][0, hidden] = tokenizer.mask_token_id
    return bool((model(**inputs).logits[0][hidden].argmax(dim=-1) == pieces).all())
