"""The mean is returned instead of the sum."""

FUNCTIONS = ('pseudo_log_likelihood',)
HINT = {
    "zh": '你返回的是平均值，这里要总和（以及词元数）。',
    "en": 'You return the mean; the sum is asked for (and the number of tokens).',
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
    return sum(scores) / len(scores), len(scores)
