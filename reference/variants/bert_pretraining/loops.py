import torch


def mask_tokens(input_ids, tokenizer, rng, mask_ratio=0.15):
    masked, labels = [], []
    special = set(tokenizer.all_special_ids)
    for token in input_ids.tolist():
        if token in special or rng.uniform() >= mask_ratio:
            masked.append(token)
            labels.append(-100)
            continue
        labels.append(token)
        kind = rng.choice(3, p=[0.8, 0.1, 0.1])
        masked.append(tokenizer.mask_token_id if kind == 0 else int(rng.integers(tokenizer.vocab_size)) if kind == 1 else token)
    return torch.tensor(masked), torch.tensor(labels)


def nsp_pairs(documents, rng):
    if len(documents) < 2:
        raise ValueError("need two documents")
    out = []
    for d in range(len(documents)):
        for i in range(len(documents[d]) - 1):
            if rng.integers(2) == 0:
                out.append([documents[d][i], documents[d][i + 1], 0])
            else:
                other = d
                while other == d or not documents[other]:
                    other = int(rng.integers(len(documents)))
                out.append([documents[d][i], documents[other][int(rng.integers(len(documents[other])))], 1])
    return out


def segment_ids(input_ids, sep_token_id):
    out, seen = [], 0
    for token in input_ids.tolist():
        out.append(seen)
        if token == sep_token_id:
            seen = 1
    return out


def input_embedding(token, segment, position, ids, segments):
    rows = [token[int(t)] + segment[int(s)] + position[i] for i, (t, s) in enumerate(zip(ids, segments))]
    return torch.stack(rows)
