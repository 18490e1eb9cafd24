"""The count includes special tokens."""

FUNCTIONS = ('pseudo_log_likelihood',)
HINT = {
    "zh": '词元数多了：你数的是 `input_ids` 的长度，里面还有特殊词元。',
    "en": 'The count is too large: you count all of `input_ids`, special tokens included.',
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
    return sum(scores), len(ids)
