# A script as some hand it in: no cell marks, every function on its own, global settings at the top, a demo at the end.
import torch
import torch.nn.functional as F

torch.set_grad_enabled(False)


def parse_marked(marked):
    if marked.count("[") != 1:
        raise ValueError("[")
    if marked.count("]") != 1:
        raise ValueError("]")
    s = marked.index("[")
    e = marked.index("]") - 1
    if e <= s:
        raise ValueError("empty")
    return marked[:s] + marked[s + 1 : e + 1] + marked[e + 2 :], s, e


def token_span(tokenizer, text, start, end):
    if start < 0 or end > len(text) or end <= start:
        raise ValueError("span")
    m = tokenizer(text, return_offsets_mapping=True, return_tensors="pt")["offset_mapping"][0]
    idx = [i for i in range(len(m)) if m[i, 0] < end and m[i, 1] > start]
    if not idx:
        raise ValueError("no token")
    return idx[0], idx[-1] + 1


def word_vector(model, tokenizer, marked, layer=-1):
    s = marked.index("[")
    e = marked.index("]") - 1
    text = marked.replace("[", "").replace("]", "")
    enc = tokenizer(text, return_offsets_mapping=True, return_tensors="pt")
    m = enc.pop("offset_mapping")[0]
    keep = (m[:, 0] < e) & (m[:, 1] > s)
    t = model.training
    model.eval()
    model.config.output_hidden_states = True
    out = model(**enc)
    model.train(t)
    return out.hidden_states[layer][0][keep].mean(0)


def cosine_similarity(u, v):
    if u.shape != v.shape or u.norm() == 0 or v.norm() == 0:
        raise ValueError("u, v")
    return max(-1.0, min(1.0, F.cosine_similarity(u[None], v[None]).item()))


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    t = model.training
    model.eval()
    vectors = []
    for marked in (marked_a, marked_b):
        s = marked.index("[")
        e = marked.index("]") - 1
        enc = tokenizer(marked.replace("[", "").replace("]", ""), return_offsets_mapping=True, return_tensors="pt")
        m = enc.pop("offset_mapping")[0]
        keep = (m[:, 0] < e) & (m[:, 1] > s)
        vectors.append([h[0][keep].mean(0) for h in model(**enc, output_hidden_states=True).hidden_states])
    model.train(t)
    return [max(-1.0, min(1.0, (u @ v / (u.norm() * v.norm())).item())) for u, v in zip(*vectors)]


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("senses")
    t = model.training
    model.eval()
    unit = []
    for marked in sense_a + sense_b:
        s = marked.index("[")
        e = marked.index("]") - 1
        enc = tokenizer(marked.replace("[", "").replace("]", ""), return_offsets_mapping=True, return_tensors="pt")
        m = enc.pop("offset_mapping")[0]
        keep = (m[:, 0] < e) & (m[:, 1] > s)
        w = model(**enc, output_hidden_states=True).hidden_states[layer][0][keep].mean(0)
        unit.append(w / w.norm())
    model.train(t)
    c = torch.stack(unit) @ torch.stack(unit).T
    n = len(sense_a)
    a, b, ab = c[:n, :n], c[n:, n:], c[:n, n:]
    pairs = torch.cat([a[i, i + 1 :] for i in range(len(a))] + [b[i, i + 1 :] for i in range(len(b))])
    return {"within": pairs.mean().item(), "between": ab.mean().item(), "gap": (pairs.mean() - ab.mean()).item()}


ANALYSIS = """"""

for example in ("我在[银行]存钱", "我在[银行]散步"):
    print(parse_marked(example))
