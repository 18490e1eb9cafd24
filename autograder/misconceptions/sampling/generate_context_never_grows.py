"""Every token is predicted from the prompt alone."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "生成的词元没有接到上下文后面：每一步都只看提示。"
    ),
    "en": (
        "Generated tokens are not appended to the context: every step sees the prompt alone."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _next_logits(model, context)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
