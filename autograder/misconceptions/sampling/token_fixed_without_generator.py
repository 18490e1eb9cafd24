"""Without a generator a fixed seed is used."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "不传生成器时你用了固定的种子，于是每次都抽到同样的词元。`None` 表示 torch 的全局生成器。"
    ),
    "en": (
        "Without a generator you use a fixed seed, so every call draws the same tokens. `None` stands for "
        "torch's global generator."
    ),
}


def sample_token(logits, temperature, generator=None):
    generator = generator or torch.Generator().manual_seed(0)
    probs = temperature_probs(logits, temperature)
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1, generator=generator).reshape(probs.shape[:-1])
