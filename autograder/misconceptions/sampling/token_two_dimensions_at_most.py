"""Logits of three dimensions are not accepted."""

FUNCTIONS = ("sample_token",)
HINT = {
    "zh": (
        "`torch.multinomial` 只接受一维或二维：前面有更多维时，先 `reshape` 成二维，抽完再变回"
        "去。"
    ),
    "en": (
        "`torch.multinomial` takes one or two dimensions only: where there are more, `reshape` to two, draw, "
        "and reshape back."
    ),
}


def sample_token(logits, temperature, generator=None):
    return torch.multinomial(temperature_probs(logits, temperature), 1, generator=generator).squeeze(-1)
