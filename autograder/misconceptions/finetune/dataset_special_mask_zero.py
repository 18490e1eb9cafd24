"""special_tokens_mask is 0 at special tokens too."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": '`special_tokens_mask` 全是 0。特殊词元处应为 1，否则依赖这一列的掩码函数会去盖 `[CLS]` 和 `[SEP]`。',
    "en": '`special_tokens_mask` is 0 everywhere. It should be 1 at special tokens; a collator that relies on the column would mask `[CLS]` and `[SEP]`.',
}


def make_dataset(tokenizer, texts, block_size=64):
    if block_size <= tokenizer.num_special_tokens_to_add():
        raise ValueError("no room")
    encoded = tokenizer(
        [text for text in texts if text.strip()], truncation=True, max_length=block_size, return_overflowing_tokens=True
    )
    return Dataset.from_dict(
        {
            "input_ids": encoded["input_ids"],
            "attention_mask": encoded["attention_mask"],
            "special_tokens_mask": [[0] * len(ids) for ids in encoded["input_ids"]],
        }
    )
