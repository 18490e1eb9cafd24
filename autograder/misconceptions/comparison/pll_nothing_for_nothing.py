"""No error for a text without tokens."""

FUNCTIONS = ('pseudo_log_likelihood',)
HINT = {
    "zh": '没有词元的文本应当抛出 ValueError，你返回了 0。',
    "en": 'A text with no token is a ValueError; you return 0.',
}


def pseudo_log_likelihood(model, tokenizer, text):
    encoded = tokenizer(text, return_special_tokens_mask=True)
    ids = encoded["input_ids"]
    positions = [i for i, special in enumerate(encoded["special_tokens_mask"]) if not special]
    if not positions:
        return 0.0, 0
    rows = [[*ids[:i], tokenizer.mask_token_id, *ids[i + 1 :]] for i in positions]
    log_probs = _log_probs(model, rows)
    scores = [float(log_probs[r, p, ids[p]]) for r, p in enumerate(positions)]
    return sum(scores), len(scores)
