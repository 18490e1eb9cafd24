"""The model sees the last token alone."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "除第一步外，你只把最后一个词元送进模型，又没有缓存，模型看不到前文。"
    ),
    "en": (
        "After the first step only the last token is fed, without a cache: the model does not see what came "
        "before."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _next_logits(model, context if not ids else ids[-1:])
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
