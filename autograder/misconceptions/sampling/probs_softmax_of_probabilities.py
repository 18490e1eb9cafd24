"""The softmax is taken first; its probabilities, not the logits, are divided by T, and go through a softmax again."""

FUNCTIONS = ("temperature_probs",)
HINT = {
    "zh": (
        "你先做了 softmax，再把**概率**除以 T。概率都在 0 和 1 之间，除以 T 之后差别也很小，第二次 s"
        "oftmax 得到几乎均匀的分布。要除的是 logits。"
    ),
    "en": (
        "You take the softmax first and divide the **probabilities** by T. They all lie between 0 and 1, so "
        "that the second softmax comes out almost uniform. It is the logits that are divided."
    ),
}


def temperature_probs(logits, temperature):
    if not 0 <= temperature < math.inf:
        raise ValueError("no temperature")
    logits = logits if logits.is_floating_point() else logits.float()
    if temperature == 0:
        return torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    return torch.softmax(torch.softmax(logits, dim=-1) / temperature, dim=-1)
