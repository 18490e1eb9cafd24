"""No vector library after the model: vectors are lists of floats, spans are lists too. A script without cell marks."""

import copy
import math


def parse_marked(marked):
    text, start, end = "", None, None
    for character in marked:
        if character == "[":
            if start is not None:
                raise ValueError("a second [")
            start = len(text)
        elif character == "]":
            if start is None or end is not None:
                raise ValueError("a ] without its [")
            end = len(text)
        else:
            text += character
    if start is None or end is None or start == end:
        raise ValueError("no word is marked")
    return [text, start, end]


def token_span(tokenizer, text, start, end):
    if start < 0 or start >= end or end > len(text):
        raise ValueError("outside")
    offsets = tokenizer([text], return_offsets_mapping=True)["offset_mapping"][0]
    touched = []
    for i in range(len(offsets)):
        for character in range(offsets[i][0], offsets[i][1]):
            if start <= character < end:
                touched.append(i)
                break
    if len(touched) == 0:
        raise ValueError("nothing there")
    return [touched[0], touched[-1] + 1]


def word_vector(model, tokenizer, marked, layer=-1):
    text, start, end = parse_marked(marked)
    first, last = token_span(tokenizer, text, start, end)
    still = copy.deepcopy(model).eval()  # the caller's model is not touched at all
    rows = still(**tokenizer(text, return_tensors="pt"), output_hidden_states=True).hidden_states[layer][0].tolist()
    columns = zip(*rows[first:last])
    return [math.fsum(column) / (last - first) for column in columns]


def cosine_similarity(u, v):
    if hasattr(u, "shape"):
        if u.shape != v.shape:
            raise ValueError("shapes")
        u, v = u.tolist(), v.tolist()
    if len(u) != len(v):
        raise ValueError("lengths")
    uu, vv, uv = (sum(x * y for x, y in zip(a, b)) for a, b in ((u, u), (v, v), (u, v)))
    if uu == 0 or vv == 0:
        raise ValueError("a zero vector")
    return min(1.0, max(-1.0, uv / math.sqrt(uu) / math.sqrt(vv)))


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    answer, layer = [], 0
    while True:
        try:
            u = word_vector(model, tokenizer, marked_a, layer)
        except IndexError:
            return tuple(answer)
        answer.append(cosine_similarity(u, word_vector(model, tokenizer, marked_b, layer)))
        layer += 1


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    a = [word_vector(model, tokenizer, s, layer) for s in sense_a]
    b = [word_vector(model, tokenizer, s, layer) for s in sense_b]
    if len(a) < 2 or len(b) < 2:
        raise ValueError("two sentences a sense, please")
    # ordered pairs (i, j), i != j: each unordered pair is counted twice, which leaves the mean as it is
    same = [cosine_similarity(x[i], x[j]) for x in (a, b) for i in range(len(x)) for j in range(len(x)) if i != j]
    cross = [cosine_similarity(u, v) for u in a for v in b]
    within, between = sum(same) / len(same), sum(cross) / len(cross)
    return {"within": within, "between": between, "gap": within - between}


ANALYSIS = """"""

if __name__ == "__main__":
    print(parse_marked("我在[银行]存钱"))
