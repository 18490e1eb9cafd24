"""All texts are joined and then cut, as tutorials for causal models do."""

FUNCTIONS = ("make_dataset",)
HINT = {
    "zh": "所有文本先连成一条再切块（教程里的 `group_texts`）：一块里混着几个文本，模型会拿一篇的结尾去猜下一篇的开头。每个文本要分别切。",
    "en": "All texts are joined and then cut (the tutorials' `group_texts`), so a block mixes texts and the model guesses one from another. Cut each text by itself.",
}


def make_dataset(tokenizer, texts, block_size=64):
    room = block_size - tokenizer.num_special_tokens_to_add()
    if room < 1:
        raise ValueError("no room")
    first, last = tokenizer("")["input_ids"]
    ids = [i for text in texts if text.strip() for i in tokenizer(text, add_special_tokens=False)["input_ids"]]
    blocks = [[first, *ids[start : start + room], last] for start in range(0, len(ids), room)]
    return Dataset.from_dict(
        {
            "input_ids": blocks,
            "attention_mask": [[1] * len(block) for block in blocks],
            "special_tokens_mask": [[1, *[0] * (len(block) - 2), 1] for block in blocks],
        }
    )
