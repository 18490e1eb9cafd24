"""A short last stage for the Chinese BERT: the senses of the words in `text/senses.zh.txt` are drawn apart, labels and all.

A run of this length does not separate senses by itself (the card has the numbers before this stage). Here the vectors of a word
in sentences of one sense are drawn together and those of its other sense pushed off, beside MLM on the usual text.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import torch
import torch.nn.functional as F
from torch import Tensor
from transformers import PreTrainedModel, PreTrainedTokenizerFast

from tools.pretrain.batches import Batch, batches, encode
from tools.pretrain.clean import squeeze
from tools.pretrain.networks import loss
from tools.pretrain.optimiser import schedule
from tools.pretrain.readers import Document
from tools.pretrain.sentences import TEXT, expand, parse
from tools.pretrain.spec import Spec

RATE = 1e-3
TEMPERATURE = 0.1
WORDS, SENTENCES = 4, 6  # a step: so many words, so many sentences of each of their two senses

Senses = dict[str, list[list[str]]]


def marked_sentences(banned: frozenset[str]) -> Senses:
    """Word to two lists of sentences, from the sections of the grammar whose heading is `# word: sense`."""
    rng = random.Random(0)
    sections: dict[str, list[list[str]]] = defaultdict(list)
    text = (TEXT / "senses.zh.txt").read_text(encoding="utf-8")
    definitions, _ = parse(text)
    for block in text.split("\n# ")[1:]:
        heading, _, body = block.partition("\n")
        word, found, _ = heading.partition(": ")
        if found and " " not in word:
            patterns = parse(body)[1]
            texts = {made for pattern in patterns for made in expand(pattern, definitions, rng) if word in made}
            sections[word].append(sorted(made for made in texts if not any(key in squeeze(made) for key in banned)))
    return {word: senses for word, senses in sections.items() if len(senses) == 2}


def contrast(vectors: Tensor, groups: Tensor) -> Tensor:
    """Supervised contrastive loss (Khosla et al., 2020) among sentences of one word.

    Args:
        vectors: `(n, hidden)`, the word in n sentences.
        groups: `(n,)`, the number of the sense.
    """
    unit = F.normalize(vectors, dim=-1)
    scores = unit @ unit.T / TEMPERATURE
    own = torch.eye(len(groups), dtype=torch.bool, device=groups.device)
    logprobs = scores.masked_fill(own, -torch.inf).log_softmax(-1)
    same = (groups[:, None] == groups) & ~own
    return -logprobs[same].mean()


def word_positions(tokenizer: PreTrainedTokenizerFast, texts: list[str], word: str) -> tuple[dict[str, Tensor], Tensor]:
    """The encoded texts, and `(n, length)` weights that average the tokens of the word's first occurrence."""
    encoded = tokenizer(texts, return_tensors="pt", padding=True, return_offsets_mapping=True)
    offsets = encoded.pop("offset_mapping")
    starts = torch.tensor([text.index(word) for text in texts])[:, None]
    inside = (offsets[..., 0] < starts + len(word)) & (offsets[..., 1] > starts)
    return dict(encoded), inside / inside.sum(1, keepdim=True)


def sense_loss(
    network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, senses: Senses, rng: random.Random
) -> Tensor:
    """The contrastive loss of some words, over the upper half of the layers."""
    losses = []
    for word in rng.sample(sorted(senses), WORDS):
        texts = [text for sense in senses[word] for text in rng.sample(sense, SENTENCES)]
        encoded, weights = word_positions(tokenizer, texts, word)
        device = network.device
        hidden = network.bert(**{k: v.to(device) for k, v in encoded.items()}, output_hidden_states=True).hidden_states
        groups = torch.arange(2, device=device).repeat_interleave(SENTENCES)
        for layer in hidden[len(hidden) // 2 :]:
            losses.append(contrast(torch.einsum("nl,nlh->nh", weights.to(device), layer), groups))
    return torch.stack(losses).mean()


def train_senses(
    spec: Spec,
    network: PreTrainedModel,
    tokenizer: PreTrainedTokenizerFast,
    docs: list[Document],
    banned: frozenset[str],
) -> None:
    """Train `network` in place for `spec.sense_steps` steps; short enough to be done anew after an interruption."""
    senses, rng = marked_sentences(banned), random.Random(spec.seed)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=0.0)
    usual = _usual_batches(replace(spec, tokens=spec.tokens // 2), tokenizer, encode(tokenizer, docs))
    network.train()
    for step, batch in zip(range(spec.sense_steps), usual, strict=False):
        moved = Batch(*(tensor.to(network.device) for tensor in vars(batch).values()))
        apart = sense_loss(network, tokenizer, senses, rng)
        value = loss(network, moved) + apart
        torch.autograd.backward(value)
        optimiser.param_groups[0]["lr"] = RATE * schedule(step, spec.sense_steps, warmup=20)
        optimiser.step()
        optimiser.zero_grad()
        if step % 20 == 0:
            print(f"{spec.name} senses {step}/{spec.sense_steps} contrast {float(apart.detach()):.3f}", flush=True)


def _usual_batches(spec: Spec, tokenizer: PreTrainedTokenizerFast, docs: list[list[list[int]]]) -> Iterator[Batch]:
    """The ordinary training batches, in passes that the main run did not reach."""
    for epoch in count(1000):
        yield from batches(spec, tokenizer, docs, epoch)
