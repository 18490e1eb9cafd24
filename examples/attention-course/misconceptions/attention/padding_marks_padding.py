"""True where the padding is."""

FUNCTIONS = ("padding_mask",)
HINT = {
    "zh": '你的掩码在补上的词元处为 True；这里 True 表示允许注意。',
    "en": 'Your mask is True at the padding; here True means that attention is allowed.',
}


def padding_mask(lengths, width):
    if max(lengths) > width:
        raise ValueError("too long")
    return (torch.arange(width) >= torch.tensor(lengths)[:, None])[:, None, :]
