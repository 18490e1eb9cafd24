"""80 % masked, 20 % random."""

FUNCTIONS = ('mask_tokens',)
HINT = {
    "zh": '没有留下不变的：选中的词元里 10 % 应当保持原样。',
    "en": 'None is kept: 10 % of the chosen tokens stay as they are.',
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = (torch.from_numpy(rng.random(len(input_ids))) < mask_ratio) & ~special
    fate = torch.from_numpy(rng.random(len(input_ids)))
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[torch.from_numpy(rng.integers(len(ordinary), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 1.1), random_tokens, masked)
    return masked, torch.where(chosen, input_ids, -100)
