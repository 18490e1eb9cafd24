"""90 % [MASK], 10 % random: no span stays as it is."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "没有片段保持不变。比例应为 80% [MASK]、10% 随机、10% 不变。"
    ),
    "en": (
        "No span stays as it is. The shares are 80 % [MASK], 10 % random, 10 % kept."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        if rng.random() < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        else:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
    return masked, labels
