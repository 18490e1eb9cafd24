"""The negative is returned."""

FUNCTIONS = ('pseudo_log_likelihood',)
HINT = {
    "zh": '符号反了：对数似然是负的（各对数概率之和），你返回的是正的损失。',
    "en": 'The sign is reversed: a log-likelihood is negative (a sum of log-probabilities); you return the loss.',
}


def pseudo_log_likelihood(model, tokenizer, text):
    encoded = tokenizer(text, return_special_tokens_mask=True)
    ids = encoded["input_ids"]
    positions = [i for i, special in enumerate(encoded["special_tokens_mask"]) if not special]
    if not positions:
        raise ValueError("no token")
    rows = [[*ids[:i], tokenizer.mask_token_id, *ids[i + 1 :]] for i in positions]
    log_probs = _log_probs(model, rows)
    scores = [float(log_probs[r, p, ids[p]]) for r, p in enumerate(positions)]
    return -sum(scores), len(scores)
