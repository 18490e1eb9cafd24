"""At T = 0 the result is a tensor of integers."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "`one_hot` 给出的是整数张量；概率应当是浮点数，T = 0 时也一样（`torch.multinomial`"
        " 也不接受整数）。"
    ),
    "en": (
        "`one_hot` gives integers; probabilities are floats, at T = 0 too (and `torch.multinomial` refuses "
        "integers)."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.nn.functional.one_hot(logits.argmax(dim=-1), logits.shape[-1])
    return torch.softmax((logits - logits.amax(dim=-1, keepdim=True)) / temperature, dim=-1)
