"""Special tokens are added to blocks that are full already."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": '你先切成 `block_size` 个词元，再加特殊词元，块就超长了。`block_size` 把特殊词元计算在内。',
    "en": 'The text is cut into `block_size` tokens, and the special tokens come on top: the blocks are too long. `block_size` counts them.',
}


def make_dataset(tokenizer, texts, block_size=64):
    room = block_size - tokenizer.num_special_tokens_to_add()
    if room < 1:
        raise ValueError("no room")
    first, last = tokenizer("")["input_ids"]
    blocks = []
    for text in filter(str.strip, texts):
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        blocks += [[first, *ids[i : i + block_size], last] for i in range(0, len(ids), block_size)]
    return Dataset.from_dict(
        {
            "input_ids": blocks,
            "attention_mask": [[1] * len(block) for block in blocks],
            "special_tokens_mask": [[1, *[0] * (len(block) - 2), 1] for block in blocks],
        }
    )
