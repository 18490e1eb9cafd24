"""The logarithm of a sigmoid, which is infinite for large logits."""

import torch

FUNCTIONS = ("electra_loss",)
HINT = {
    "zh": '先 `sigmoid` 再取对数：logits 很大时概率成了 0 或 1，损失成了无穷大或被截断。用 `binary_cross_entropy_with_logits`。',
    "en": 'The logarithm of `sigmoid`: for large logits the probability is exactly 0 or 1 and the loss infinite, or cut off. Use `binary_cross_entropy_with_logits`.',
}


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    kept = attention_mask.bool()
    p, y = torch.sigmoid(rtd_logits[kept]), rtd_labels[kept].to(rtd_logits.dtype)
    return mlm_loss + weight * -(y * torch.log(p) + (1 - y) * torch.log(1 - p)).mean()
