"""Neighbouring blocks share tokens (a stride)."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": '相邻的块有重叠（`stride`）：有的词元出现了两次。那是问答里常用的做法；这里每个词元只出现一次。',
    "en": 'Neighbouring blocks overlap (`stride`), so some tokens come twice. That is a habit from question answering; here every token occurs once.',
}


def make_dataset(tokenizer, texts, block_size=64):
    room = block_size - tokenizer.num_special_tokens_to_add()
    if room < 1:
        raise ValueError("no room")
    columns = {"input_ids": [], "attention_mask": [], "special_tokens_mask": []}
    for text in filter(str.strip, texts):
        blocks = tokenizer(
            text,
            truncation=True,
            max_length=block_size,
            stride=min(2, room - 1),
            return_overflowing_tokens=True,
            return_special_tokens_mask=True,
        )
        for name, column in columns.items():
            column.extend(blocks[name])
    return Dataset.from_dict(columns)
