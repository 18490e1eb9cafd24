"""Of a long text only full blocks are kept; the rest at its end is dropped."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": '长文本只保留了装满的块，末尾不满一块的部分丢了（教程里的 `group_texts` 就是这样做的）。最后一块可以短一些。',
    "en": 'Of a long text only full blocks are kept, and what is left at its end is lost (as `group_texts` of the tutorials does). The last block may be shorter.',
}


def make_dataset(tokenizer, texts, block_size=64):
    room = block_size - tokenizer.num_special_tokens_to_add()
    if room < 1:
        raise ValueError("no room")
    first, last = tokenizer("")["input_ids"]
    blocks = []
    for text in filter(str.strip, texts):
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        pieces = [ids[i : i + room] for i in range(0, len(ids), room)]
        blocks += [[first, *piece, last] for piece in pieces if len(piece) == room or len(pieces) == 1]
    return Dataset.from_dict(
        {
            "input_ids": blocks,
            "attention_mask": [[1] * len(block) for block in blocks],
            "special_tokens_mask": [[1, *[0] * (len(block) - 2), 1] for block in blocks],
        }
    )
