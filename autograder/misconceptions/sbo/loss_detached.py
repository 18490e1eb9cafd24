"""The value is taken out of the graph."""

FUNCTIONS = ("span_loss",)
HINT = {
    "zh": (
        "损失脱离了计算图（`.item()`、`.detach()` 或 `torch.tensor(...)`），不能求导，也就不能训练。"
    ),
    "en": (
        "The loss has left the graph (`.item()`, `.detach()` or `torch.tensor(...)`): without gradients nothing can "
        "be trained."
    ),
}


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    total = _mean_cross_entropy(mlm_logits, mlm_labels) + _mean_cross_entropy(sbo_logits, sbo_labels)
    return torch.tensor(total.item())
