"""-100 inside the spans, ids outside."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你的 labels 反了：-100 表示忽略，应在片段以外。"
    ),
    "en": (
        "Your labels are inverted: -100 means ignore and belongs outside the spans."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), input_ids.clone()
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = -100
        draw = rng.random()
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif draw < 0.9:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
    return masked, labels
