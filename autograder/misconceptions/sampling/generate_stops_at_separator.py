"""Generation stops at `[SEP]` instead of the end-of-sequence token."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "你在 `sep_token_id` 处停止；结束符是 `tokenizer.eos_token_id`。"
    ),
    "en": (
        "You stop at `sep_token_id`; the end is `tokenizer.eos_token_id`."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens and (not ids or ids[-1] != tokenizer.sep_token_id):
        logits = _next_logits(model, context + ids)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
