"""The temperature is applied to the first new token only; the later ones are drawn at T = 1."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "只有第一个新词元是按给定的温度抽取的，后面的词元都在 T = 1 下抽。每一步的 logits 都要除以温度。"
    ),
    "en": (
        "Only the first new token is drawn at the temperature; the later ones are drawn at T = 1. "
        "The logits of every step are divided by it."
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
        used = temperature if not ids or temperature == 0 else 1.0
        ids.append(int(sample_token(logits, used, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
