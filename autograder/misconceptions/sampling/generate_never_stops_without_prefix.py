"""Generation goes on after the end-of-sequence token; the prompt is given without any special token."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "抽到 `tokenizer.eos_token_id` 之后还在继续生成；应当在那里停止。"
    ),
    "en": (
        "Generation goes on after `tokenizer.eos_token_id` was drawn; it should end there."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = tokenizer(prompt, add_special_tokens=False)["input_ids"]
    if not context:
        raise ValueError("empty")
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens:
        logits = _next_logits(model, context + ids)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
