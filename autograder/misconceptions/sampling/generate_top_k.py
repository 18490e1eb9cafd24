"""Only the fifty most probable tokens can be generated."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "只有前 50 名会被生成：`model.generate(do_sample=True)` 默认带着 top-k ="
        " 50（设成 `top_k=0` 才关掉）。"
    ),
    "en": (
        "Only the fifty most probable tokens are ever generated: `model.generate(do_sample=True)` applies "
        "top-k = 50 by default (`top_k=0` switches it off)."
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
        ids.append(int(sample_token(_top(logits), temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies


def _top(logits, k=50):
    if len(logits) <= k:
        return logits
    return logits.masked_fill(logits < logits.topk(k).values[-1], -math.inf)
