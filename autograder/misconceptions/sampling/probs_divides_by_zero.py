"""T = 0 is divided by like any other temperature."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "T = 0 时你照样做除法，得到 NaN。T = 0 定义为：全部概率在第一个最大值上。"
    ),
    "en": (
        "At T = 0 you divide all the same and get NaN. T = 0 is defined: all mass is on the first argmax."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    return torch.softmax(logits / temperature, dim=-1)
