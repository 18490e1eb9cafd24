"""Blank texts become blocks of special tokens alone."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": '空白文本没有丢弃，变成了只有特殊词元的块：没有可以猜的词元，白占一行。',
    "en": 'Blank texts are kept and become blocks of nothing but special tokens: rows in which there is nothing to guess.',
}


def make_dataset(tokenizer, texts, block_size=64):
    if block_size <= tokenizer.num_special_tokens_to_add():
        raise ValueError("no room")
    encoded = tokenizer(
        texts,
        truncation=True,
        max_length=block_size,
        return_overflowing_tokens=True,
        return_special_tokens_mask=True,
    )
    return Dataset.from_dict({k: encoded[k] for k in ("input_ids", "attention_mask", "special_tokens_mask")})
