"""Sentences that are too long pass."""

FUNCTIONS = ("padding_mask",)
HINT = {
    "zh": '长于 width 的句子应当抛出 ValueError，你没有检查。',
    "en": 'A sentence longer than the width is a ValueError; you do not check.',
}


def padding_mask(lengths, width):
    return (torch.arange(width) < torch.tensor(lengths)[:, None])[:, None, :]
