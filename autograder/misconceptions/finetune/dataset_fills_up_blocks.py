"""What is left of a long text is filled up with the next text: a block may hold parts of two."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": (
        "长文本剩下的部分和下一个文本拼在了一块（教程里的 `group_texts` 更是把所有文本连起来再切）：模型会拿上一篇的结尾去"
        "猜下一篇的开头。每个文本要分别切。"
    ),
    "en": (
        "What is left of a long text is filled up with the next one (the tutorials' `group_texts` even joins them all), so that the "
        "model guesses one text's words from another's. Cut each text by itself."
    ),
}


def make_dataset(tokenizer, texts, block_size=64):
    room = block_size - tokenizer.num_special_tokens_to_add()
    if room < 1:
        raise ValueError("no room")
    first, last = tokenizer("")["input_ids"]
    blocks, rest = [], []
    for text in filter(str.strip, texts):
        ids = rest + tokenizer(text, add_special_tokens=False)["input_ids"]
        pieces = [ids[i : i + room] for i in range(0, len(ids), room)]
        rest = pieces.pop() if len(pieces) > 1 else []
        blocks += [[first, *piece, last] for piece in pieces]
    if rest:
        blocks.append([first, *rest, last])
    return Dataset.from_dict(
        {
            "input_ids": blocks,
            "attention_mask": [[1] * len(block) for block in blocks],
            "special_tokens_mask": [[1, *[0] * (len(block) - 2), 1] for block in blocks],
        }
    )
