import torch


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    for i in range(len(input_ids)):
        if int(input_ids[i]) in tokenizer.all_special_ids:
            continue
        if rng.binomial(1, mask_ratio):
            labels[i] = input_ids[i]
            r = rng.random()
            if r < 0.8:
                masked[i] = tokenizer.mask_token_id
            elif r < 0.9:
                token = int(rng.integers(len(tokenizer)))
                while token in tokenizer.all_special_ids or token == int(input_ids[i]):
                    token = int(rng.integers(len(tokenizer)))
                masked[i] = token
    return masked, labels


def nsp_pairs(documents, rng):
    if len(documents) <= 1:
        raise ValueError(f"{len(documents)} document(s)")
    pairs = []
    for document in documents:
        others = [other for other in documents if other is not document]
        for i, sentence in enumerate(document[:-1]):
            label = int(rng.random() >= 0.5)
            if label:
                other = others[int(rng.integers(len(others)))]
                pairs.append((sentence, other[int(rng.integers(len(other)))], label))
            else:
                pairs.append((sentence, document[i + 1], label))
    return pairs


def segment_ids(input_ids, sep_token_id):
    first = input_ids.tolist().index(sep_token_id) + 1
    return torch.cat([torch.zeros(first), torch.ones(len(input_ids) - first)]).long()


def input_embedding(token, segment, position, ids, segments):
    one_hot = torch.nn.functional.one_hot
    word = one_hot(ids, token.shape[0]).to(token.dtype) @ token
    part = one_hot(segments, segment.shape[0]).to(segment.dtype) @ segment
    return word + part + position[: ids.shape[0]]
