"""The target comes first."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '源和目标的次序反了：源在前。',
    "en": 'Source and target are exchanged: the source comes first.',
}


def _two(source_len, target_len):
    n = source_len + target_len
    mask = torch.ones(n, n, dtype=torch.bool).tril()
    mask[:, :source_len] = True
    return mask


def attention_mask(kind, source_len, target_len):
    n = source_len + target_len
    if kind == "bidirectional":
        return torch.ones(n, n, dtype=torch.bool)
    if kind == "left-to-right":
        return torch.ones(n, n, dtype=torch.bool).tril()
    if kind == "right-to-left":
        return torch.ones(n, n, dtype=torch.bool).triu()
    if kind == "seq2seq":
        return _two(target_len, source_len)
    raise ValueError(kind)
