# %% plm="setup"
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import torch


@dataclass(frozen=True)
class Marked:
    """A sentence with one marked word."""

    text: str
    start: int
    end: int

    @classmethod
    def parse(cls, marked: str) -> Marked:
        if sorted(c for c in marked if c in "[]") != ["[", "]"]:
            raise ValueError("one pair of brackets")
        i, j = marked.index("["), marked.index("]")
        if i > j or i + 1 == j:
            raise ValueError("brackets around nothing, or reversed")
        return cls("".join(c for c in marked if c not in "[]"), i, j - 1)


class EvalMode:
    """`with EvalMode(model):` switches dropout off; may be nested."""

    def __init__(self, model):
        self.model, self.stack = model, []

    def __enter__(self):
        self.stack.append(self.model.training)
        self.model.eval()
        return self.model

    def __exit__(self, *error):
        self.model.train(self.stack.pop())
        return False


class Probe:
    """A word in its sentence, looked at through one model."""

    def __init__(self, model, tokenizer, marked):
        self.model, self.tokenizer, self.marked = model, tokenizer, Marked.parse(marked)

    @cached_property
    def states(self):
        with EvalMode(self.model) as model, EvalMode(model), torch.no_grad():
            return model(
                **self.tokenizer([self.marked.text], return_tensors="pt", padding=True), output_hidden_states=True
            ).hidden_states

    @cached_property
    def where(self):
        return slice(*token_span(self.tokenizer, self.marked.text, self.marked.start, self.marked.end))

    def __len__(self):
        return len(self.states)

    def __getitem__(self, layer):
        return torch.mean(self.states[layer][0][self.where], 0)


# %% plm="parse_marked"


def parse_marked(marked):
    m = Marked.parse(marked)
    return m.text, m.start, m.end


# %% plm="token_span"


def token_span(tokenizer, text, start, end):
    if not text[start:end] or start < 0 or end > len(text):
        raise ValueError("not a span of the text")
    spans = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    inside = [position for position, (a, b) in enumerate(spans) if not (b <= start or a >= end)]
    if inside:
        return inside[0], inside[-1] + 1
    raise ValueError("no token overlaps the span")


# %% plm="word_vector"


def word_vector(model, tokenizer, marked, layer=-1):
    return Probe(model, tokenizer, marked)[layer]


# %% plm="cosine_similarity"


def cosine_similarity(u, v):
    if u.shape != v.shape:
        raise ValueError("unequal shapes")
    if not u.norm() or not v.norm():
        raise ValueError("zero vector")
    cosine = torch.dot(u / u.norm(), v / v.norm()).item()
    return sorted((-1.0, cosine, 1.0))[1]


# %% plm="layerwise_similarity"


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    a, b = Probe(model, tokenizer, marked_a), Probe(model, tokenizer, marked_b)
    return [cosine_similarity(a[i], b[i]) for i in range(len(a))]


# %% plm="sense_separation"


class Mean:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def add(self, x):
        self.total, self.count = self.total + x, self.count + 1

    @property
    def value(self):
        return self.total / self.count


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("at least two sentences a sense")
    senses = [[Probe(model, tokenizer, s)[layer] for s in sense] for sense in (sense_a, sense_b)]
    within, between = Mean(), Mean()
    for vectors in senses:
        for i, u in enumerate(vectors):
            for v in vectors[:i]:
                within.add(cosine_similarity(u, v))
    for u in senses[0]:
        for v in senses[1]:
            between.add(cosine_similarity(u, v))
    return {"within": within.value, "between": between.value, "gap": within.value - between.value}


# %% plm="ANALYSIS"
ANALYSIS = """"""
