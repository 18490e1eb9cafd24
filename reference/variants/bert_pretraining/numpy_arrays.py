import numpy as np
import torch
import torch.nn.functional as F


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    ids = input_ids.numpy().copy()
    ordinary = np.array(tokenizer.get_special_tokens_mask(ids.tolist(), already_has_special_tokens=True)) == 0
    u = rng.random(ids.size)
    chosen = ordinary & (u < mask_ratio)
    share = u / mask_ratio  # uniform again, given that the token was chosen
    masked = ids.copy()
    masked[chosen & (share < 0.8)] = tokenizer.mask_token_id
    swap = chosen & (share >= 0.9)
    masked[swap] = rng.choice(len(tokenizer), size=int(swap.sum()))
    return masked, np.where(chosen, ids, -100)


def nsp_pairs(documents, rng):
    if not len(documents) >= 2:
        raise ValueError("at least two documents")
    everything = [(number, sentence) for number, document in enumerate(documents) for sentence in document]
    pairs = []
    for number, document in enumerate(documents):
        for a, b in zip(document[:-1], document[1:]):
            if rng.binomial(1, 0.5):
                while True:
                    other, b = everything[rng.integers(len(everything))]
                    if other != number:
                        break
                pairs.append((a, b, 1))
            else:
                pairs.append((a, b, 0))
    return pairs


def segment_ids(input_ids, sep_token_id):
    hits = input_ids == sep_token_id
    return ((hits.cumsum(0) - hits.long()) > 0).to(torch.int64)


def input_embedding(token, segment, position, ids, segments):
    places = torch.arange(ids.numel())
    return F.embedding(ids, token) + F.embedding(segments, segment) + F.embedding(places, position)
