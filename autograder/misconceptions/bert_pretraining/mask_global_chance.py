"""Chance comes from torch's global generator."""

FUNCTIONS = ('mask_tokens',)
HINT = {
    "zh": '随机性来自全局的 `torch.rand`，同一个 `rng` 给不出同样的结果。只用传入的 `rng`。',
    "en": 'Chance comes from the global `torch.rand`, so the same `rng` gives other results. Use the `rng` passed in, and nothing else.',
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = (torch.rand(len(input_ids)) < mask_ratio) & ~special
    fate = torch.from_numpy(rng.random(len(input_ids)))
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[torch.from_numpy(rng.integers(len(ordinary), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), random_tokens, masked)
    return masked, torch.where(chosen, input_ids, -100)
