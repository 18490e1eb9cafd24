"""The generator is set back to its seed before each draw."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "每次抽取前你都把生成器重置回它的种子，于是每一步用的都是同一个随机数。生成器应当接着往前走。"
    ),
    "en": (
        "You set the generator back to its seed before each draw, so that every step uses the same random "
        "number. Let it go on."
    ),
}


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, temperature)
    if generator is not None:
        generator.manual_seed(generator.initial_seed())
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1, generator=generator).reshape(probs.shape[:-1])
