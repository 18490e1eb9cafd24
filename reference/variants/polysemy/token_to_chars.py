# %% plm="setup"
import itertools

import torch

# %% plm="parse_marked"


def parse_marked(marked):
    before, opening, rest = marked.partition("[")
    word, closing, after = rest.partition("]")
    if not (opening and closing and word):
        raise ValueError("句子里应当有一个 [词]")
    if any(bracket in part for bracket in "[]" for part in (before, word, after)):
        raise ValueError("只能有一对方括号")
    start = len(before)
    return before + word + after, start, start + len(word)


# %% plm="token_span"


def token_span(tokenizer, text, start, end):
    if start not in range(len(text)) or end not in range(start + 1, len(text) + 1):
        raise ValueError("区间不在文本之内")
    encoding = tokenizer(text)
    positions = []
    for i in range(len(encoding["input_ids"])):
        chars = encoding.token_to_chars(i)
        if chars is not None and set(range(chars.start, chars.end)) & set(range(start, end)):
            positions.append(i)
    if not positions:
        raise ValueError("没有词元")
    return min(positions), max(positions) + 1


# %% plm="word_vector"


def word_vector(model, tokenizer, marked, layer=-1):
    text, start, end = parse_marked(marked)
    first, last = token_span(tokenizer, text, start, end)
    modes = {module: module.training for module in model.modules()}
    model.eval()
    try:
        with torch.inference_mode():
            output = model(**tokenizer(text, return_tensors="pt"), output_hidden_states=True, return_dict=True)
    finally:
        for module, mode in modes.items():
            module.training = mode
    total = sum(output.hidden_states[layer][0, i] for i in range(first, last))
    return total / (last - first)


# %% plm="cosine_similarity"


def cosine_similarity(u, v):
    if u.size() != v.size():
        raise ValueError("形状不同")
    if torch.count_nonzero(u) == 0 or torch.count_nonzero(v) == 0:
        raise ValueError("零向量")
    return torch.nn.functional.cosine_similarity(u, v, dim=0).clamp(-1, 1).item()


# %% plm="layerwise_similarity"


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    similarities = []
    for layer in range(model.config.num_hidden_layers + 1):
        u = word_vector(model, tokenizer, marked_a, layer)
        v = word_vector(model, tokenizer, marked_b, layer)
        similarities.append(cosine_similarity(u, v))
    return similarities


# %% plm="sense_separation"


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    for sense in (sense_a, sense_b):
        if len(sense) < 2:
            raise ValueError("每个义项至少两个句子")
    labelled = [
        (word_vector(model, tokenizer, s, layer), label)
        for label, sense in enumerate((sense_a, sense_b))
        for s in sense
    ]
    scores = {True: [], False: []}
    for (u, label_u), (v, label_v) in itertools.combinations(labelled, 2):
        scores[label_u == label_v].append(cosine_similarity(u, v))
    within = sum(scores[True]) / len(scores[True])
    between = sum(scores[False]) / len(scores[False])
    return dict(within=within, between=between, gap=within - between)


# %% plm="ANALYSIS"
ANALYSIS = """"""
