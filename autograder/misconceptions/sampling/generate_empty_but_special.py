"""An empty prompt passes where the tokenizer adds special tokens."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "空提示在中文分词器上没有被拒绝：[CLS]、[SEP] 不是提示的词元。"
    ),
    "en": (
        "An empty prompt is not refused where the tokenizer adds [CLS] and [SEP]: these are not tokens of the"
        " prompt."
    ),
}


def _prompt_ids(tokenizer, prompt):
    ids = list(tokenizer(prompt)["input_ids"])
    if not ids:
        raise ValueError("empty")
    return ids[:-1] if ids[-1] == tokenizer.sep_token_id else ids
