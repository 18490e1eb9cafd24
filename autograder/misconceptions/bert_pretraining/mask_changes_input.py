"""The input is changed in place."""

FUNCTIONS = ('mask_tokens',)
HINT = {
    "zh": '你改动了输入 `input_ids`。先 `clone()`，或者用 `torch.where` 得到新的张量。',
    "en": 'You change `input_ids` in place. `clone()` it first, or make a new tensor by `torch.where`.',
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = (torch.from_numpy(rng.random(len(input_ids))) < mask_ratio) & ~special
    fate = torch.from_numpy(rng.random(len(input_ids)))
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[torch.from_numpy(rng.integers(len(ordinary), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), random_tokens, masked)
    labels = torch.where(chosen, input_ids, -100)
    input_ids.copy_(masked)
    return masked, labels
