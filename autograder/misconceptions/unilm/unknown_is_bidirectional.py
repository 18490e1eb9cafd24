"""Any other kind counts as bidirectional."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '别的名字应当抛出 ValueError，你把它当成了双向。',
    "en": 'Another name is a ValueError; you take it for bidirectional.',
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
        return _two(source_len, target_len)
    return torch.ones(n, n, dtype=torch.bool)
