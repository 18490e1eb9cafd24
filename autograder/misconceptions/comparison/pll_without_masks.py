"""One pass without any mask."""

FUNCTIONS = ('pseudo_log_likelihood',)
HINT = {
    "zh": '你没有盖住任何词元：模型看得见每个词元，照抄就行。每个词元要单独盖住，各做一次。',
    "en": 'You mask nothing: the model sees each token and only has to copy it. Each token is masked alone, one pass for each.',
}


def pseudo_log_likelihood(model, tokenizer, text):
    encoded = tokenizer(text, return_special_tokens_mask=True)
    ids = encoded["input_ids"]
    positions = [i for i, special in enumerate(encoded["special_tokens_mask"]) if not special]
    if not positions:
        raise ValueError("no token")
    log_probs = _log_probs(model, [ids])[0]
    return float(sum(log_probs[p, ids[p]] for p in positions)), len(positions)
