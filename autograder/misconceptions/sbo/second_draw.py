"""A second draw is compared with 0.9, so 2 % of the spans stay."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你为“随机”另抽了一次再和 0.9 比，结果 18% 随机、2% 不变。同一个数要和 0.8、0.9 比；或者第二次抽和 0.5 比。"
    ),
    "en": (
        "For “random” you draw a second number and compare it with 0.9, which gives 18 % random and 2 % kept. Compare "
        "one number with 0.8 and 0.9, or the second one with 0.5."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        if rng.random() < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif rng.random() < 0.9:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
    return masked, labels
