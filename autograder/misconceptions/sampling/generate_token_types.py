"""Token types are fed along, and GPT-2 adds an embedding for them."""

FUNCTIONS = ("generate",)
HINT = {
    "zh": (
        "`model(**tokenizer(...))` 把 `token_type_ids` 也送了进去：GPT-2 会"
        "为它们加上 0 号词元的嵌入，分布就变了。只送 `input_ids`（和 `attention_mask`）。"
    ),
    "en": (
        "`model(**tokenizer(...))` feeds `token_type_ids` too: GPT-2 adds token 0's embedding for them, which"
        " changes the distribution. Feed `input_ids` (and `attention_mask`) alone."
    ),
}


def _continue(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    context = _prompt_ids(tokenizer, prompt)
    generator = torch.Generator().manual_seed(seed)
    ids, entropies = [], []
    while len(ids) < max_new_tokens and ids[-1:] != [tokenizer.eos_token_id]:
        logits = _typed_logits(model, tokenizer, context + ids)
        entropies.append(float(entropy(temperature_probs(logits, temperature))))
        ids.append(int(sample_token(logits, temperature, generator)))
    return str(tokenizer.decode(ids, skip_special_tokens=True)), entropies


def _typed_logits(model, tokenizer, ids):
    visible = torch.tensor([ids[-model.config.max_position_embeddings :]])
    types = {"token_type_ids": torch.zeros_like(visible)} if "token_type_ids" in tokenizer("x") else {}
    with _deterministic(model), torch.no_grad():
        return model(input_ids=visible, **types).logits[0, -1]
