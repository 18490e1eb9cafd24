"""Always the most probable token."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "不论温度是多少，你总是取最可能的词元。"
    ),
    "en": (
        "Whatever the temperature, you always take the most probable token."
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
        ids.append(int(logits.argmax()))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
