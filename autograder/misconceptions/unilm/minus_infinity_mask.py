"""The mask is additive."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '你返回的是加到分数上的掩码（0 和 −∞）。这里要布尔张量：True 表示允许。',
    "en": 'You return a mask to be added to scores (0 and minus infinity). A boolean tensor is asked for: True allows.',
}


def _two(source_len, target_len):
    n = source_len + target_len
    mask = torch.ones(n, n, dtype=torch.bool).tril()
    mask[:, :source_len] = True
    return mask


def _boolean(kind, source_len, target_len):
    n = source_len + target_len
    if kind == "bidirectional":
        return torch.ones(n, n, dtype=torch.bool)
    if kind == "left-to-right":
        return torch.ones(n, n, dtype=torch.bool).tril()
    if kind == "right-to-left":
        return torch.ones(n, n, dtype=torch.bool).triu()
    if kind == "seq2seq":
        return _two(source_len, target_len)
    raise ValueError(kind)


def attention_mask(kind, source_len, target_len):
    allowed = _boolean(kind, source_len, target_len)
    return torch.zeros(allowed.shape).masked_fill(~allowed, float("-inf"))
