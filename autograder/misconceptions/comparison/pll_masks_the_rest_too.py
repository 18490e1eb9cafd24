"""The token and all behind it are masked."""

FUNCTIONS = ('pseudo_log_likelihood',)
HINT = {
    "zh": '你把词元和它后面的都盖住了，那是从左到右的语言模型。伪似然里两边都看得见。',
    "en": 'You mask the token and all behind it, as for a left-to-right model. In the pseudo-likelihood both sides are visible.',
}


def pseudo_log_likelihood(model, tokenizer, text):
    encoded = tokenizer(text, return_special_tokens_mask=True)
    ids = encoded["input_ids"]
    positions = [i for i, special in enumerate(encoded["special_tokens_mask"]) if not special]
    if not positions:
        raise ValueError("no token")
    rows = [[tokenizer.mask_token_id if j in positions and j >= i else t for j, t in enumerate(ids)] for i in positions]
    log_probs = _log_probs(model, rows)
    return float(sum(log_probs[r, p, ids[p]] for r, p in enumerate(positions))), len(positions)
