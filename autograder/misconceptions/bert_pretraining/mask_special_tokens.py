"""[CLS] and [SEP] may be chosen."""

FUNCTIONS = ('mask_tokens',)
HINT = {
    "zh": '你把 `[CLS]`、`[SEP]` 也选中了。特殊词元从不被选中。',
    "en": 'You choose `[CLS]` and `[SEP]` too. Special tokens are never chosen.',
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = torch.from_numpy(rng.random(len(input_ids))) < mask_ratio
    fate = torch.from_numpy(rng.random(len(input_ids)))
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[torch.from_numpy(rng.integers(len(ordinary), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), random_tokens, masked)
    return masked, torch.where(chosen, input_ids, -100)
