"""One draw for all spans of the sequence."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你对整个序列只抽了一次。每个片段要各抽一次。"
    ),
    "en": (
        "You draw once for the whole sequence. Each span has a draw of its own."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    draw = rng.random()
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif draw < 0.9:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
    return masked, labels
