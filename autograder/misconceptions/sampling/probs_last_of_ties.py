"""At T = 0 the last of several largest logits is taken."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "并列最大时你取了最后一个（例如先翻转或排序再取最大）。约定是取**第一个**。"
    ),
    "en": (
        "Where several logits are the largest you take the last one (as sorting or flipping does). The "
        "**first** is asked for."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        last = logits.shape[-1] - 1 - logits.flip(-1).argmax(dim=-1, keepdim=True)
        return torch.zeros_like(logits).scatter_(-1, last, 1.0)
    return torch.softmax((logits - logits.amax(dim=-1, keepdim=True)) / temperature, dim=-1)
