"""The seed goes into torch's global generator."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "`torch.manual_seed(seed)` 改动了全局随机状态。为这段文本单独建一个 `torch.Gene"
        "rator`。"
    ),
    "en": (
        "`torch.manual_seed(seed)` changes the global random state. Make a `torch.Generator` for this text."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.random.default_generator.manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _next_logits(model, context + ids)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
