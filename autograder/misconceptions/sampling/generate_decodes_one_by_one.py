"""Each token is decoded by itself."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "你逐个词元 decode 再拼起来：属于同一个词（`##ing`）或同一个字（几个字节）的词元拼不回去。把全部编号一"
        "次 decode。"
    ),
    "en": (
        "You decode token by token and join: tokens that belong to one word (`##ing`) or one character "
        "(several bytes) no longer fit together. Decode all ids at once."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _next_logits(model, context + ids)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return "".join(tokenizer.decode([i], skip_special_tokens=True) for i in ids), entropies
