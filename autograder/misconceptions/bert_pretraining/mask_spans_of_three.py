"""Runs of three tokens are chosen."""

FUNCTIONS = ('mask_tokens',)
HINT = {
    "zh": '你选的是成串的词元，那是 SpanBERT 的做法。BERT 里每个词元独立。',
    "en": 'You choose runs of tokens, as SpanBERT does. In BERT each token is by itself.',
}


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = _runs(rng, len(input_ids), mask_ratio) & ~special
    fate = torch.from_numpy(rng.random(len(input_ids)))
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[torch.from_numpy(rng.integers(len(ordinary), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), random_tokens, masked)
    return masked, torch.where(chosen, input_ids, -100)


def _runs(rng, n, ratio):
    starts = torch.from_numpy(rng.random(n)) < 1 - (1 - ratio) ** (1 / 3)
    runs = starts.clone()
    runs[1:] |= starts[:-1]
    runs[2:] |= starts[:-2]
    return runs
