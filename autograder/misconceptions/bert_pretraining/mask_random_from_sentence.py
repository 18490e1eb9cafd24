"""Random tokens are drawn from the sentence."""

FUNCTIONS = ("mask_tokens",)
HINT = {
    "zh": "随机词元是从这句话自己的词元里抽的；应当从整个词表里抽。",
    "en": "Random tokens are drawn from the sentence's own; they come from the whole vocabulary.",
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = (torch.from_numpy(rng.random(len(input_ids))) < mask_ratio) & ~special
    fate = torch.from_numpy(rng.random(len(input_ids)))
    random_tokens = input_ids[torch.from_numpy(rng.integers(len(input_ids), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), random_tokens, masked)
    return masked, torch.where(chosen, input_ids, -100)
