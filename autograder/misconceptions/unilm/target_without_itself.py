"""In seq2seq a target token does not see itself."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '序列到序列：目标词元看不见自己了。“到自己为止”包括自己。',
    "en": 'In seq2seq a target token does not see itself. “Up to itself” includes it.',
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
        return _two(source_len, target_len) & ~torch.diag(torch.arange(n) >= source_len)
    raise ValueError(kind)
