"""Each piece is masked alone, the others stay visible."""

FUNCTIONS = ("cloze_accuracy",)
HINT = {
    "zh": '你每次只盖住一个字，其余的字看得见，题目就容易得多（看到“恒”猜“星”）。词的词元要一起盖住，只运行一次。',
    "en": 'Each piece is masked alone while the others can be seen, which is much easier (恒 gives 星 away). Hide all pieces together and run the model once.',
}


def _is_hit(model, tokenizer, template, word):
    if template.count("{mask}") != 1:
        raise ValueError(template)
    start = template.index("{mask}")
    inputs = tokenizer(template.replace("{mask}", word), return_offsets_mapping=True, return_tensors="pt")
    left, right = inputs.pop("offset_mapping")[0].unbind(dim=1)
    right_ones = []
    for place in ((left < start + len(word)) & (right > start)).nonzero().flatten().tolist():
        ids = inputs["input_ids"].clone()
        ids[0, place] = tokenizer.mask_token_id
        logits = model(input_ids=ids, attention_mask=inputs["attention_mask"]).logits
        right_ones.append(int(logits[0, place].argmax()) == int(inputs["input_ids"][0, place]))
    return all(right_ones)
