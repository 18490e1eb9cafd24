"""Labels are copied after masking, so they hold [MASK]."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你在盖住之后才复制标签，标签成了 [MASK] 的 id。标签要取原来的 id。"
    ),
    "en": (
        "You copy the labels after masking, so that they are [MASK]'s id. Labels are the original ids."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        draw = rng.random()
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif draw < 0.9:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
        labels[start:end] = masked[start:end]
    return masked, labels
