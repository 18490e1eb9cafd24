"""The generator's seed is put into the global generator."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "你用生成器的种子设置了**全局**随机状态：别处的随机数也跟着变了，而且同一个生成器每次都从头开始。把生成器直接传给"
        "抽样函数。"
    ),
    "en": (
        "You seed the **global** generator with the given one's seed: random numbers elsewhere change too, "
        "and the same generator begins anew each time. Hand the generator itself to the function that draws."
    ),
}


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, temperature)
    if generator is not None:
        torch.manual_seed(generator.initial_seed())
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1).reshape(probs.shape[:-1])
