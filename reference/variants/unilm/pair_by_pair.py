import torch

KINDS = {
    "bidirectional": lambda i, j, s: True,
    "left-to-right": lambda i, j, s: j <= i,
    "right-to-left": lambda i, j, s: j >= i,
    "seq2seq": lambda i, j, s: j < s or (i >= s and j <= i),
}


def attention_mask(kind, source_len, target_len):
    try:
        allowed = KINDS[kind]
    except KeyError:
        raise ValueError(kind) from None
    n = source_len + target_len
    return torch.tensor([[allowed(i, j, source_len) for j in range(n)] for i in range(n)], dtype=torch.bool).reshape(n, n)
