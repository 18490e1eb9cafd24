"""The slice reaches one token too far."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你把 end 也当成片段的一部分。片段是半开区间，end 是片段之后的第一个词元，是右边界。"
    ),
    "en": (
        "You treat end as part of the span. Spans are half-open: end is the first token after it, the right boundary."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        end = end + 1
        labels[start:end] = input_ids[start:end]
        draw = rng.random()
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif draw < 0.9:
            masked[start:end] = torch.from_numpy(rng.choice(ordinary, size=end - start))
    return masked, labels
