"""All rows use the same random number."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "所有行用了同一个随机数：分布相同的行总是抽到相同的词元。每一行要独立地抽。"
    ),
    "en": (
        "All rows use the same random number: rows with equal distributions always get equal tokens. Each row"
        " is drawn by itself."
    ),
}


def sample_token(logits, temperature, generator=None):
    cumulative = temperature_probs(logits, temperature).double().cumsum(dim=-1)
    u = torch.rand((), generator=generator, dtype=torch.float64)
    return (cumulative <= u).sum(dim=-1).clamp(max=logits.shape[-1] - 1)
