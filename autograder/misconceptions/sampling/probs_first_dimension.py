"""The softmax goes over the first dimension."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "你在第一维（dim=0）上做 softmax：一维时看不出来，有几行时每一**列**加起来是 1。词表在最后一维。"
    ),
    "en": (
        "Your softmax goes over the first dimension. With a single row this does not show; with several, each"
        " **column** adds up to 1. The vocabulary is the last dimension."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    return torch.softmax(logits / temperature, dim=0)
