"""Every span becomes [MASK]."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你把所有片段都换成了 [MASK]。10% 应换成随机词元，10% 保持不变。"
    ),
    "en": (
        "You turn every span into [MASK]. 10 % should become random tokens, and 10 % stay as they are."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        masked[start:end] = tokenizer.mask_token_id
    return masked, labels
