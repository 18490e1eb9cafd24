"""The generator is not used."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "传入的 `generator` 没有用上：结果不能重复，还改动了全局的随机状态。抽样的函数都接受 `generato"
        "r=`。"
    ),
    "en": (
        "The `generator` is not used: draws cannot be repeated, and the global random state is changed. The "
        "functions that draw take `generator=`."
    ),
}


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, temperature)
    rows = probs.reshape(-1, probs.shape[-1])
    return torch.multinomial(rows, num_samples=1).reshape(probs.shape[:-1])
