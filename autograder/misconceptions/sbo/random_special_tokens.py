"""Random tokens are drawn from the whole vocabulary, special ones included."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "随机词元取自整个词表，会抽到 [PAD]、[CLS] 这样的特殊词元。请先去掉 `tokenizer.all_special_ids`。"
    ),
    "en": (
        "Random tokens are drawn from the whole vocabulary, [PAD] and [CLS] among them. Leave out `tokenizer.all_special_ids`."
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
            masked[start:end] = torch.from_numpy(rng.integers(0, len(tokenizer), size=end - start))
    return masked, labels
