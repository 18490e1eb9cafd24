"""All spaces are removed from the text."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "你删掉了文本里的全部空格：英文单词连在了一起。"
    ),
    "en": (
        "You remove every space from the text: English words run together."
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
    return tokenizer.decode(ids, skip_special_tokens=True).replace(" ", ""), entropies
