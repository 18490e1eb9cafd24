"""True means forbidden."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": 'True 的意思反了：这里 True 表示**允许**注意，不是表示要挡住。',
    "en": 'True means the opposite of what is asked: here True **allows** attention, it does not hide.',
}


def attention_mask(kind, source_len, target_len):
    n = source_len + target_len
    if kind == "bidirectional":
        return torch.zeros(n, n, dtype=torch.bool)
    if kind == "left-to-right":
        return torch.ones(n, n, dtype=torch.bool).triu(1)
    if kind == "right-to-left":
        return torch.ones(n, n, dtype=torch.bool).tril(-1)
    if kind == "seq2seq":
        hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
        hidden[:, :source_len] = False
        return hidden
    raise ValueError(kind)
