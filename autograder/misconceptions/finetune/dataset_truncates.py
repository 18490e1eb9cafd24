"""Long texts are truncated: their ends are lost."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": '`truncation=True` 单独使用时会把放不下的词元直接丢掉。要求是一个词元也不丢：剩下的部分要成为另外的块（想想 `return_overflowing_tokens`，或者自己切）。',
    "en": 'On its own, `truncation=True` throws away whatever does not fit. No token may be lost: the rest becomes further blocks (think of `return_overflowing_tokens`, or cut by hand).',
}


def make_dataset(tokenizer, texts, block_size=64):
    if block_size <= tokenizer.num_special_tokens_to_add():
        raise ValueError("no room")
    kept = [text for text in texts if text.strip()]
    encoded = tokenizer(kept, truncation=True, max_length=block_size, return_special_tokens_mask=True)
    return Dataset.from_dict({k: encoded[k] for k in ("input_ids", "attention_mask", "special_tokens_mask")})
