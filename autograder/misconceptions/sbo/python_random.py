"""Python's global random module is used instead of rng."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你用了 `random` 模块的全局状态，没有用传入的 rng。"
    ),
    "en": (
        "You draw from the global state of the `random` module instead of the rng that was passed in."
    ),
}


import random


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        draw = random.random()
        if draw < 0.8:
            masked[start:end] = tokenizer.mask_token_id
        elif draw < 0.9:
            masked[start:end] = torch.tensor(random.choices(ordinary.tolist(), k=end - start))
    return masked, labels
