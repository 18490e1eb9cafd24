"""The logits are divided in place."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "`logits /= T`（或 `div_`）改动了调用者的张量：下一次用到它时，温度就被用了两次。写成 `logi"
        "ts / T`。"
    ),
    "en": (
        "`logits /= T` (or `div_`) changes the caller's tensor: where it is used again, the temperature has "
        "been applied already. Write `logits / T`."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    logits /= temperature
    return torch.softmax(logits - logits.amax(dim=-1, keepdim=True), dim=-1)


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _next_logits(model, context + ids)
        entropies.append(float(entropy(temperature_probs(logits.clone(), temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies
