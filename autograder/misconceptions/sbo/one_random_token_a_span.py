"""One random token is drawn and repeated over the span."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你只抽了一个随机词元，填满整个片段。每个位置要各抽一个。"
    ),
    "en": (
        "You draw a single random token and repeat it over the span. Each position's is drawn for itself."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        draw = rng.random()
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif draw < 0.9:
            masked[start:end] = int(rng.choice(ordinary))
    return masked, labels
