"""In seq2seq the target sees its own future."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '序列到序列：目标看见了自己后面的词元，答案泄露了。目标内部只看到自己为止。',
    "en": 'In seq2seq the target sees tokens after itself, and the answer is given away. Within the target, up to itself only.',
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
        return torch.cat([_two(source_len, target_len)[:source_len], torch.ones(target_len, n, dtype=torch.bool)])
    raise ValueError(kind)
