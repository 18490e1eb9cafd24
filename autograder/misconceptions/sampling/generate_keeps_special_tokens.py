"""Special tokens stay in the text."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "生成的特殊词元（如 [EOS]、[SEP]）留在了文本里：decode 时用 `skip_special_token"
        "s=True`。"
    ),
    "en": (
        "Generated special tokens ([EOS], [SEP], ...) stay in the text: decode with "
        "`skip_special_tokens=True`."
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
    return str(tokenizer.decode(ids)), entropies
