"""In seq2seq the source is causal too."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '序列到序列：源的内部应当互相看得见，你把它也做成了从左到右。',
    "en": 'In seq2seq the source sees all of itself; you made it left-to-right too.',
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
        return torch.ones(n, n, dtype=torch.bool).tril()
    raise ValueError(kind)
