"""Temperatures are not let under a bound."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "你给温度设了下限：更小的温度得到的不是 softmax(logits / T)，而 T = 0 和负数也混在一起了。"
    ),
    "en": (
        "You keep temperatures from falling below a bound: smaller ones do not give softmax(logits / T), and "
        "zero and negative ones get lost in it."
    ),
}


def temperature_probs(logits, temperature):
    logits = logits if logits.is_floating_point() else logits.float()
    return torch.softmax((logits - logits.amax(dim=-1, keepdim=True)) / max(temperature, 0.5), dim=-1)
