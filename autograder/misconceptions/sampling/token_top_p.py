"""Only the most probable nine tenths of the distribution can be drawn."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "分布尾部的十分之一从不会被抽到：top-p（核采样）还开着。这里要的是完整的分布。"
    ),
    "en": (
        "The last tenth of the distribution is never drawn: top-p (nucleus sampling) is still on. The whole "
        "distribution is asked for."
    ),
}


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, temperature)
    ranked, order = probs.sort(dim=-1, descending=True)
    ranked = ranked * (ranked.cumsum(dim=-1) - ranked < 0.9)
    probs = torch.zeros_like(probs).scatter_(-1, order, ranked)
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1, generator=generator).reshape(probs.shape[:-1])
