"""One token more than `max_new_tokens`."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "多生成了一个词元：检查循环的边界（`<` 还是 `<=`）。"
    ),
    "en": (
        "There is one token too many: look at the loop's bound (`<` or `<=`)."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) <= max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _next_logits(model, context + ids)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
