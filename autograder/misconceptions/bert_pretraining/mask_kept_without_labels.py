"""Tokens that are kept have no label."""

FUNCTIONS = ("mask_tokens",)
HINT = {
    "zh": "选中而保持不变的词元没有标签。选中的 10 % 虽然不变，也要预测，`labels` 是原来的词元。",
    "en": "Chosen tokens that are kept have no label. These 10 % are predicted, too: `labels` is the original token.",
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = (torch.from_numpy(rng.random(len(input_ids))) < mask_ratio) & ~special
    fate = torch.from_numpy(rng.random(len(input_ids)))
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[torch.from_numpy(rng.integers(len(ordinary), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), random_tokens, masked)
    return masked, torch.where(chosen & (fate < 0.9), input_ids, -100)
