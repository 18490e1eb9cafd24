"""Spans that stay as they are get no label."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "保持不变（或换成随机词元）的片段也要预测，它们同样有标签；你只给换成 [MASK] 的片段写了标签。"
    ),
    "en": (
        "Spans that stay as they are, or become random, are predicted too and have labels; you label the [MASK] ones "
        "only."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        draw = rng.random()
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
            labels[start:end] = input_ids[start:end]
        elif draw < 0.9:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
    return masked, labels
