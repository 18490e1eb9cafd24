"""`max_new_tokens=0` is refused."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "`max_new_tokens=0` 是允许的：结果是空文本。只拒绝负数。"
    ),
    "en": (
        "`max_new_tokens=0` is allowed and gives an empty text. Only negative numbers are refused."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 1:
        raise ValueError("too few")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _next_logits(model, context + ids)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
