"""Only masked tokens have labels."""

FUNCTIONS = ('mask_tokens',)
HINT = {
    "zh": '随机替换的和保持不变的词元也被选中了：它们也要有标签。',
    "en": 'Tokens replaced by random ones or kept were chosen too: they have labels as well.',
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = (torch.from_numpy(rng.random(len(input_ids))) < mask_ratio) & ~special
    fate = torch.from_numpy(rng.random(len(input_ids)))
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[torch.from_numpy(rng.integers(len(ordinary), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), random_tokens, masked)
    return masked, torch.where(chosen & (masked == tokenizer.mask_token_id), input_ids, -100)
