"""No generator is seeded: the same seed gives different texts."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "没有用 `seed` 建立生成器：同一个种子两次得到不同的文本，还改动了全局随机状态。"
    ),
    "en": (
        "No generator is made from `seed`: the same seed gives different texts, and the global random state "
        "is changed."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = None
    ids, entropies = [], []
    while len(ids) < max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _next_logits(model, context + ids)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
