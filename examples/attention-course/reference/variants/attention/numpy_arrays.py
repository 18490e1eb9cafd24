"""NumPy in double precision, arrays instead of tensors, head by head."""

import numpy as np


def _array(x):
    return np.asarray(x, dtype=np.float64)


def causal_mask(length):
    return np.tri(length, dtype=bool)


def padding_mask(lengths, width):
    if max(lengths, default=0) > width:
        raise ValueError("a sentence is too long")
    return np.less.outer(np.arange(width), np.asarray(lengths)).T[:, None]


def attention(query, key, value, mask=None):
    scores = _array(query) @ _array(key).swapaxes(-1, -2) / np.sqrt(query.shape[-1])
    allowed = np.ones_like(scores, dtype=bool) if mask is None else np.broadcast_to(np.asarray(mask), scores.shape)
    weights = np.zeros_like(scores)
    for place in np.ndindex(*scores.shape[:-1]):
        seen = allowed[place]
        if seen.any():
            chosen = np.exp(scores[place][seen] - scores[place][seen].max())
            weights[place][seen] = chosen / chosen.sum()
    return weights @ _array(value), weights


def multi_head(x, weights, heads, mask=None):
    d = x.shape[-1]
    if d % heads != 0:
        raise ValueError("d must be a multiple of heads")
    w, step, x = {name: _array(matrix) for name, matrix in weights.items()}, d // heads, _array(x)
    result = np.zeros_like(x)
    for start in range(0, d, step):
        piece = slice(start, start + step)
        out, _ = attention(x @ w["query"][:, piece], x @ w["key"][:, piece], x @ w["value"][:, piece], mask)
        result += out @ w["output"][piece]  # joining and multiplying is adding what each head's rows give
    return result
