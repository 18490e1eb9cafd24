"""All random tokens are the same."""

FUNCTIONS = ('mask_tokens',)
HINT = {
    "zh": '随机词元只抽了一个，到处都是它。每处各抽一个。',
    "en": 'One random token is drawn and put everywhere. Draw one for each place.',
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = (torch.from_numpy(rng.random(len(input_ids))) < mask_ratio) & ~special
    fate = torch.from_numpy(rng.random(len(input_ids)))
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[int(rng.integers(len(ordinary)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), random_tokens, masked)
    return masked, torch.where(chosen, input_ids, -100)
