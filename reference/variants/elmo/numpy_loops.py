"""NumPy and loops, layer by layer; the loss is a float."""

import numpy as np


def scalar_mix(layers, weights, gamma):
    layers, w = np.asarray(layers, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    s = np.exp(w - w.max())
    s /= s.sum()
    out = np.zeros(layers.shape[1:])
    for share, layer in zip(s, layers):
        out += share * layer
    return gamma * out


def join_directions(token, forward, backward):
    token, forward, backward = (np.asarray(x) for x in (token, forward, backward))
    first = np.concatenate([token, token], axis=1)[np.newaxis]
    return np.concatenate([first] + [np.concatenate([f, b], axis=1)[None] for f, b in zip(forward, backward)], axis=0)


def bilm_loss(forward_logits, backward_logits, ids):
    def nats(row, target):
        row = np.asarray(row, dtype=np.float64)
        return np.log(np.exp(row - row.max()).sum()) + row.max() - row[target]

    n = len(ids)
    f = [nats(forward_logits[t], int(ids[t + 1])) for t in range(n - 1)]
    b = [nats(backward_logits[t], int(ids[t - 1])) for t in range(1, n)]
    return float((np.mean(f) + np.mean(b)) / 2)
