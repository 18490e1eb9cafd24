"""The entropy is that of the distribution at T = 1."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "`mean_entropy` 用的是没有除以温度的分布：三个温度的差别就看不见了。先除以温度，再求熵。"
    ),
    "en": (
        "`mean_entropy` is that of the distribution before the temperature: the difference between "
        "temperatures no longer shows. Apply the temperature first."
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
        entropies.append(float(entropy(temperature_probs(logits, 1.0))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
