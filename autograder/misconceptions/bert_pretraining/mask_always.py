"""Every chosen token becomes [MASK]."""

FUNCTIONS = ('mask_tokens',)
HINT = {
    "zh": '你把选中的全换成了 `[MASK]`。只有 80 %；10 % 换成随机词元，10 % 不变，否则微调时没有 `[MASK]`，模型就不认得了。',
    "en": 'All chosen tokens become `[MASK]`. Only 80 % do; 10 % are random and 10 % kept, since there is no `[MASK]` in fine-tuning.',
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = (torch.from_numpy(rng.random(len(input_ids))) < mask_ratio) & ~special
    fate = torch.from_numpy(rng.random(len(input_ids)))
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[torch.from_numpy(rng.integers(len(ordinary), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 1.1), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 1.1) & (fate < 1.1), random_tokens, masked)
    return masked, torch.where(chosen, input_ids, -100)
