"""All texts are joined and the whole is cut into blocks: a block may hold parts of two texts."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": '你把所有文本连在一起再切块，一块里就会混着两个文本：模型会拿上一篇的结尾去猜下一篇的开头。每个文本要分别切。',
    "en": "All texts are joined before they are cut, so that a block may mix two of them and the model guesses one text's words from another's. Cut each text by itself.",
}


def make_dataset(tokenizer, texts, block_size=64):
    room = block_size - tokenizer.num_special_tokens_to_add()
    if room < 1:
        raise ValueError("no room")
    first, last = tokenizer("")["input_ids"]
    ids = [token for text in texts if text.strip() for token in tokenizer(text, add_special_tokens=False)["input_ids"]]
    blocks = [[first, *ids[i : i + room], last] for i in range(0, len(ids), room)]
    return Dataset.from_dict(
        {
            "input_ids": blocks,
            "attention_mask": [[1] * len(block) for block in blocks],
            "special_tokens_mask": [[1, *[0] * (len(block) - 2), 1] for block in blocks],
        }
    )
