"""The temperature has no effect above 0."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "温度大于 0 时没有起作用：总是从 T = 1 的分布里抽取。"
    ),
    "en": (
        "Above 0 the temperature has no effect: tokens are always drawn at T = 1."
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
        ids.append(int(sample_token(logits, 1.0 if temperature > 0 else 0.0, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
