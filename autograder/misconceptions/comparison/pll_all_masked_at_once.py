"""All tokens are masked together."""

FUNCTIONS = ('pseudo_log_likelihood',)
HINT = {
    "zh": '你把所有词元同时盖住了，模型没有任何上下文。每次只盖住一个，其余都看得见。',
    "en": 'You mask all tokens together and leave the model no context. One at a time, with all others visible.',
}


def pseudo_log_likelihood(model, tokenizer, text):
    encoded = tokenizer(text, return_special_tokens_mask=True)
    ids = encoded["input_ids"]
    positions = [i for i, special in enumerate(encoded["special_tokens_mask"]) if not special]
    if not positions:
        raise ValueError("no token")
    row = [tokenizer.mask_token_id if i in positions else t for i, t in enumerate(ids)]
    log_probs = _log_probs(model, [row])[0]
    return float(sum(log_probs[p, ids[p]] for p in positions)), len(positions)
