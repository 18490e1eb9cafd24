"""The encoded text is cut as it is: only the first block begins with [CLS], only the last ends with [SEP]."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": '你切的是已经带着 `[CLS]`、`[SEP]` 的序列，所以只有第一块有 `[CLS]`，只有最后一块有 `[SEP]`。每一块都应当像一个完整的输入。',
    "en": 'The sequence was cut with `[CLS]` and `[SEP]` already in it, so only the first block has the one and only the last has the other. Every block should look like a whole input.',
}


def make_dataset(tokenizer, texts, block_size=64):
    if block_size <= tokenizer.num_special_tokens_to_add():
        raise ValueError("no room")
    columns = {"input_ids": [], "attention_mask": [], "special_tokens_mask": []}
    for text in filter(str.strip, texts):
        encoded = tokenizer(text, return_special_tokens_mask=True)
        for start in range(0, len(encoded["input_ids"]), block_size):
            for name, column in columns.items():
                column.append(encoded[name][start : start + block_size])
    return Dataset.from_dict(columns)
