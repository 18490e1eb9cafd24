"""Only the prompt is cropped; the context then grows too long."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "你只在开始时截了一次提示；生成的词元会让上下文再次超过位置数。每一步都要截。"
    ),
    "en": (
        "You crop the prompt once; the generated tokens then make the context too long again. Crop at every "
        "step."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _next_logits(model, context[-model.config.max_position_embeddings :] + ids)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies


def _next_logits(model, ids):
    with _deterministic(model), torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, -1]
