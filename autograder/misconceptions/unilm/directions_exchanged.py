"""Left-to-right and right-to-left are exchanged."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '两个方向反了：从左到右时，每个位置看自己和**左边**的位置，即下三角。',
    "en": 'The directions are exchanged: left-to-right, each position sees itself and what is **left** of it, the lower triangle.',
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
        return torch.ones(n, n, dtype=torch.bool).triu()
    if kind == "right-to-left":
        return torch.ones(n, n, dtype=torch.bool).tril()
    if kind == "seq2seq":
        return _two(source_len, target_len)
    raise ValueError(kind)
