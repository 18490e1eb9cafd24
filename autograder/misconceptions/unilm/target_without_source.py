"""In seq2seq the target does not see the source."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '序列到序列：目标看不见源，那就成了两个互不相干的模型。',
    "en": 'In seq2seq your target does not see the source: two models that have nothing to do with each other.',
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
        return torch.block_diag(torch.ones(source_len, source_len), torch.ones(target_len, target_len).tril()).bool()
    raise ValueError(kind)
