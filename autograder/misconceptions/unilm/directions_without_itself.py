"""The triangles leave out the diagonal."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '对角线缺了：每个位置都看得见自己。',
    "en": 'The diagonal is missing: each position sees itself.',
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
        return torch.ones(n, n, dtype=torch.bool).tril(-1)
    if kind == "right-to-left":
        return torch.ones(n, n, dtype=torch.bool).triu(1)
    if kind == "seq2seq":
        return _two(source_len, target_len)
    raise ValueError(kind)
