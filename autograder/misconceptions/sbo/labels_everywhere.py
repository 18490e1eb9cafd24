"""Labels are the whole input: nothing is ignored."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "labels 在片段以外应为 -100，否则损失会计入没有盖住的词元。"
    ),
    "en": (
        "Outside spans labels are -100; otherwise tokens that were never masked count in the loss."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), input_ids.clone()
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        draw = rng.random()
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif draw < 0.9:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
    return masked, labels
