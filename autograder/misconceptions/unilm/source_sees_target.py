"""In seq2seq the source sees the target."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '序列到序列：源看见了目标。编码源的时候目标还没有写出来；源只看源。',
    "en": 'In seq2seq your source sees the target. When the source is read the target is not written yet; the source sees the source.',
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
        return torch.cat([torch.ones(source_len, n, dtype=torch.bool), _two(source_len, target_len)[source_len:]])
    raise ValueError(kind)
