import numpy as np
import torch


def attention_mask(kind, source_len, target_len):
    n = source_len + target_len
    i, j = np.indices((n, n))
    match kind:
        case "bidirectional":
            mask = np.ones((n, n), bool)
        case "left-to-right":
            mask = j <= i
        case "right-to-left":
            mask = ~(j < i)
        case "seq2seq":
            top = np.hstack([np.ones((source_len, source_len)), np.zeros((source_len, target_len))])
            bottom = np.hstack([np.ones((target_len, source_len)), np.tri(target_len)])
            mask = np.vstack([top, bottom]).astype(bool)
        case _:
            raise ValueError(f"unknown mask {kind}")
    return torch.as_tensor(mask)
