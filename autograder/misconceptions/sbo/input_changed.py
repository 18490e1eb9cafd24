"""The input is masked in place."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你直接改动了传入的 input_ids。先复制（clone）一份再改。"
    ),
    "en": (
        "You change the input_ids that were passed in. Make a copy (clone) first."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids, torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        draw = rng.random()
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif draw < 0.9:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
    return masked, labels
