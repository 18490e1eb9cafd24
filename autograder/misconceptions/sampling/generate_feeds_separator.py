"""The `[SEP]` behind the prompt is fed to the model."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "分词器在提示后面加的 [SEP] 也送进了模型：模型于是在回答“一段文字结束之后是什么”。去掉提示后面的特殊词元。"
    ),
    "en": (
        "The [SEP] that the tokenizer puts after the prompt is fed to the model, which then answers what "
        "comes after a text has ended. Take the special tokens behind the prompt off."
    ),
}


def _prompt_ids(tokenizer, prompt):
    if not tokenizer(prompt, add_special_tokens=False)["input_ids"]:
        raise ValueError("empty")
    return list(tokenizer(prompt)["input_ids"])
