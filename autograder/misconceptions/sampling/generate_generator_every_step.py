"""A generator with the same seed is made at every step."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "每一步都用同一个种子新建生成器，于是每一步用的是同一个随机数，词元之间不再独立。生成器在循环之前建一次。"
    ),
    "en": (
        "At every step a generator is made anew with the same seed, so every step uses the same random number"
        " and the draws are no longer independent. Make it once, before the loop."
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
        ids.append(int(sample_token(logits, temperature, torch.Generator().manual_seed(seed))))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
