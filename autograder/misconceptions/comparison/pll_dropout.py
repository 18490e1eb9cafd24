"""The model stays in train mode."""

FUNCTIONS = ('pseudo_log_likelihood',)
HINT = {
    "zh": '模型可能处于训练模式，dropout 让结果每次都不同。先切到 eval 模式，用完恢复。',
    "en": 'The model may be in train mode, and dropout makes the result differ from call to call. Switch to eval mode and put it back afterwards.',
}


def pseudo_log_likelihood(model, tokenizer, text):
    encoded = tokenizer(text, return_special_tokens_mask=True)
    ids = encoded["input_ids"]
    positions = [i for i, special in enumerate(encoded["special_tokens_mask"]) if not special]
    if not positions:
        raise ValueError("no token")
    rows = torch.tensor([[*ids[:i], tokenizer.mask_token_id, *ids[i + 1 :]] for i in positions])
    with torch.no_grad():
        log_probs = model(input_ids=rows).logits.log_softmax(-1)
    return float(sum(log_probs[r, p, ids[p]] for r, p in enumerate(positions))), len(positions)
