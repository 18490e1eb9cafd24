"""The logits are divided by the temperature before a function that divides again."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "温度被用了两次：送进 `sample_token` 的应当是原来的 logits。"
    ),
    "en": (
        "The temperature is applied twice: `sample_token` should be given the logits as they are."
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
        ids.append(int(sample_token(logits / temperature if temperature else logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
