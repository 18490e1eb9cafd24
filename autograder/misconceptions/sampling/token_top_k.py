"""Only the fifty most probable tokens can be drawn."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "只有前 50 名会被抽到：top-k 还开着（`generate` 的默认值）。这里要的是完整的分布。"
    ),
    "en": (
        "Only the fifty most probable tokens are ever drawn: top-k is still on (the default of `generate`). "
        "The whole distribution is asked for."
    ),
}


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, temperature)
    kept = probs.topk(min(50, probs.shape[-1]), dim=-1)
    probs = torch.zeros_like(probs).scatter_(-1, kept.indices, kept.values)
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1, generator=generator).reshape(probs.shape[:-1])
