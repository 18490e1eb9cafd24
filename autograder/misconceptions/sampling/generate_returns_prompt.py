"""The prompt is part of the returned text."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "返回的文本里还有提示；只要新生成的部分：先按位置切出新的编号，再 decode。"
    ),
    "en": (
        "The returned text has the prompt in it; only what is new is asked for. Cut the new ids out by "
        "position, then decode."
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
    return str(tokenizer.decode(context + ids, skip_special_tokens=True)), entropies
