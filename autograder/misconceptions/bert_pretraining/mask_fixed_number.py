"""Exactly 15 % are chosen every time."""

FUNCTIONS = ('mask_tokens',)
HINT = {
    "zh": '你每次都选恰好 15 %。这里每个词元独立地以 15 % 的概率被选中，个数有多有少。',
    "en": 'You choose exactly 15 % every time. Here each token is chosen by itself with probability 15 %, so that the number varies.',
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    places = [i for i, t in enumerate(input_ids.tolist()) if t not in tokenizer.all_special_ids]
    picked = rng.choice(places, size=round(mask_ratio * len(places)), replace=False)
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    for i in picked.tolist():
        labels[i] = input_ids[i]
        fate = rng.random()
        if fate < 0.8:
            masked[i] = tokenizer.mask_token_id
        elif fate < 0.9:
            masked[i] = int(rng.integers(len(tokenizer)))
    return masked, labels
