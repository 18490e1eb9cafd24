"""Step `evaluate`: every number of a model card, measured on held-out documents with the weights as they are shipped."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from transformers import PreTrainedModel, PreTrainedTokenizerFast

from autograder.models.elmo import ElmoModel
from tools.pretrain import electra, elmo
from tools.pretrain.baselines import Trigram, Unigram
from tools.pretrain.batches import IGNORED, choose_masks, encode, join, pad, rows_of
from tools.pretrain.electra import Electra
from tools.pretrain.readers import Document
from tools.pretrain.senses import sense_gaps
from tools.pretrain.spec import Spec

SAMPLE = (
    Path(__file__).parent / "sample"
)  # a few sentences of our own, on which anybody can check a shipped model in a second
SENTENCES = 160  # held-out sentences whose pseudo-log-likelihood is taken
IDEOGRAPHS = 20_992  # an unknown character is charged as one of Unicode's unified ideographs
PROMPTS = {
    "zh": ("人工智能的未来是", "要打开文件，", "精灵们"),
    "en": ("The future of artificial intelligence is", "To open the file,", "The elves"),
}
TEMPERATURES = (0.1, 0.8, 1.5)


def evaluate(
    spec: Spec,
    network: nn.Module,
    tokenizer: PreTrainedTokenizerFast,
    train: list[Document],
    held: list[Document],
    senses: Path,
) -> dict[str, Any]:
    """All results of one model as plain data."""
    with torch.no_grad():
        if isinstance(network, ElmoModel):
            return elmo_results(spec, network.eval(), tokenizer, train, held)
        if isinstance(network, Electra):
            return electra_results(spec, network.eval(), tokenizer, train, held)
        ngrams = count_ngrams(spec, tokenizer, train)
        sample = sample_documents(spec.language)
        results = {
            "bits_per_character": all_bits(spec, network, tokenizer, held, ngrams),
            "sample_bits": all_bits(spec, network, tokenizer, sample, ngrams),
            "characters": measured(spec, held)[1],
        }
        if spec.family == "gpt2":
            return results | {"samples": samples(network, tokenizer, PROMPTS[spec.language])}
        return results | masked_results(spec, network, tokenizer, held, ngrams[0], senses)


def score(spec: Spec, network: nn.Module, tokenizer: PreTrainedTokenizerFast, docs: list[Document]) -> float:
    """The one number of a model: bits per character, or for ELECTRA the discriminator's bits per token."""
    with torch.no_grad():
        if isinstance(network, ElmoModel):
            return elmo.mean_bits(network.eval(), tokenizer, docs, documents_cost(tokenizer, docs))
        if isinstance(network, Electra):
            return electra.log_loss(network.eval(), tokenizer, docs)
        return model_bits(spec, network, tokenizer, docs)


def elmo_results(
    spec: Spec, network: ElmoModel, tokenizer: PreTrainedTokenizerFast, train: list[Document], held: list[Document]
) -> dict[str, Any]:
    """Both directions against n-grams that read the same way, over all held-out sentences, each for itself."""
    baselines, sample = elmo.Baselines(tokenizer, train), sample_documents(spec.language)
    return {
        "bits_per_character": elmo.bits(network, tokenizer, held, baselines, documents_cost(tokenizer, held)),
        "sample_bits": elmo.bits(network, tokenizer, sample, baselines, documents_cost(tokenizer, sample)),
        "characters": sum(len(text) for doc in held for text in doc),
        "unknown_characters": sum(unknown_characters(tokenizer, text) for doc in held for text in doc),
    }


def electra_results(
    spec: Spec, network: Electra, tokenizer: PreTrainedTokenizerFast, train: list[Document], held: list[Document]
) -> dict[str, Any]:
    """How well the discriminator finds what its generator replaced, and how well the generator guesses."""
    unigram, trigram = count_ngrams(spec, tokenizer, train)
    tests = [doc[0] for doc in encode(tokenizer, [[text] for text in held_sentences(held)])]
    common = unigram.counts.most_common(1)[0][0]
    return {
        "detection": electra.detection(network, tokenizer, held, trigram),
        "sample_detection": electra.detection(network, tokenizer, sample_documents(spec.language), trigram),
        "mlm_accuracy": mask_accuracy(network.generator, tokenizer, tests, common),
        "discriminator_parameters": sum(p.numel() for p in network.discriminator.parameters()),
        "generator_parameters": sum(p.numel() for p in network.generator.parameters()),
        "characters": sum(len(text) for doc in held for text in doc),
    }


def sample_documents(language: str) -> list[Document]:
    """The committed sample, each sentence a document."""
    return [[text] for text in (SAMPLE / f"{language}.txt").read_text(encoding="utf-8").split("\n") if text]


def count_ngrams(spec: Spec, tokenizer: PreTrainedTokenizerFast, train: list[Document]) -> tuple[Unigram, Trigram]:
    """The two baselines, over documents for a causal model, over sentences for a masked one."""
    units = train if spec.family == "gpt2" else [[text] for doc in train for text in doc]
    sequences = [join(doc, tokenizer) if spec.family == "gpt2" else doc[0] for doc in encode(tokenizer, units)]
    return Unigram(sequences, len(tokenizer)), Trigram(sequences, len(tokenizer))


def measured(spec: Spec, docs: list[Document]) -> tuple[list[Document], int]:
    """What is measured of held-out documents, and its characters: all for a causal model, some sentences for a masked one."""
    kept = docs if spec.family == "gpt2" else [[text] for text in held_sentences(docs)]
    return kept, sum(len(text) for doc in kept for text in doc)


def all_bits(
    spec: Spec,
    network: PreTrainedModel,
    tokenizer: PreTrainedTokenizerFast,
    docs: list[Document],
    ngrams: tuple[Unigram, Trigram],
) -> dict[str, float]:
    """Bits per character of the model and of both baselines, unknown characters charged alike."""
    kept, characters = measured(spec, docs)
    encoded = encode(tokenizer, kept)
    tests = [join(doc, tokenizer) if spec.family == "gpt2" else doc[0] for doc in encoded]
    cost = 0.0 if spec.family == "gpt2" else unknown_cost(tokenizer, [doc[0] for doc in kept])
    bits = {"model": model_bits(spec, network, tokenizer, docs)}
    for name, logprob in (("unigram", ngrams[0].logprob), ("trigram", ngrams[1].logprob)):
        bits[name] = -(sum(map(logprob, tests)) + cost) / math.log(2) / characters
    return bits


def model_bits(spec: Spec, network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, docs: list[Document]) -> float:
    """Bits per character of the model: likelihood if causal (ends of documents included), else pseudo-log-likelihood."""
    kept, characters = measured(spec, docs)
    network.eval()
    with torch.no_grad():
        if spec.family == "gpt2":
            stream = torch.tensor([token for doc in encode(tokenizer, kept) for token in join(doc, tokenizer)])
            nats = stream_logprob(network, stream, tokenizer.eos_token_id, spec.length)
        else:
            texts = [doc[0] for doc in kept]
            nats = sum(pseudo_logprob(network, tokenizer, doc[0]) for doc in encode(tokenizer, kept))
            nats += unknown_cost(tokenizer, texts)
    return -nats / math.log(2) / characters


def masked_results(
    spec: Spec,
    network: PreTrainedModel,
    tokenizer: PreTrainedTokenizerFast,
    held: list[Document],
    unigram: Unigram,
    senses: Path,
) -> dict[str, Any]:
    """Accuracy on frozen masks and what the model's family and language ask for besides."""
    texts = held_sentences(held)
    tests = [doc[0] for doc in encode(tokenizer, [[text] for text in texts])]
    results: dict[str, Any] = {
        "unknown_characters": sum(unknown_characters(tokenizer, text) for text in texts),
        "mlm_accuracy": mask_accuracy(network, tokenizer, tests, unigram.counts.most_common(1)[0][0]),
    }
    if spec.family in ("bert", "albert"):
        name = "nsp_accuracy" if spec.family == "bert" else "sop_accuracy"
        results[name] = pair_accuracy(spec, network, encode(tokenizer, held), tokenizer)
    if spec.name == "bert-zh":
        results["senses"] = sense_gaps(network, tokenizer, senses)
    return results


def stream_logprob(network: PreTrainedModel, stream: Tensor, end: int, length: int) -> float:
    """Nats of a token stream, each token predicted once, from at least half a window of context where there is one."""
    padded = torch.cat([torch.tensor([end]), stream])
    total, position, half = 0.0, 0, length // 2
    while position < len(stream):
        start = max(0, position - half)
        window = padded[start : start + length + 1]
        logprobs = network(window[None, :-1]).logits[0].log_softmax(-1)
        scores = logprobs.gather(1, window[1:, None])[:, 0]
        total += float(scores[position - start :].sum())
        position = start + len(scores)
    return total


def samples(
    network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, prompts: tuple[str, ...]
) -> dict[str, list[str]]:
    """One continuation of 40 tokens for each prompt and temperature."""
    found: dict[str, list[str]] = {}
    for temperature in TEMPERATURES:
        torch.manual_seed(0)
        found[str(temperature)] = [prompt + continuation(network, tokenizer, prompt, temperature) for prompt in prompts]
    return found


def continuation(network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, prompt: str, temperature: float) -> str:
    """Sampled text after a prompt."""
    ids = tokenizer(prompt, return_tensors="pt")["input_ids"]
    given = ids.shape[1]
    for _ in range(40):
        logits = network(ids[:, -network.config.n_positions :]).logits[0, -1]
        chosen = torch.multinomial((logits / temperature).softmax(-1), 1)
        if int(chosen) == tokenizer.eos_token_id:
            break
        ids = torch.cat([ids, chosen[None]], dim=1)
    return str(tokenizer.decode(ids[0, given:], skip_special_tokens=True))


def held_sentences(held: list[Document]) -> list[str]:
    """The same `SENTENCES` held-out sentences for every model of a language, none longer than 160 characters."""
    texts = sorted({text for doc in held for text in doc if len(text) <= 160})
    order = np.random.default_rng(0).permutation(len(texts))
    return [texts[i] for i in order[:SENTENCES]]


def unknown_cost(tokenizer: PreTrainedTokenizerFast, texts: list[str]) -> float:
    """Nats (negative) charged for the characters hidden in unknown tokens."""
    return -math.log(IDEOGRAPHS) * sum(unknown_characters(tokenizer, text) for text in texts)


def documents_cost(tokenizer: PreTrainedTokenizerFast, docs: list[Document]) -> float:
    """The same for documents."""
    return unknown_cost(tokenizer, [text for doc in docs for text in doc])


def unknown_characters(tokenizer: PreTrainedTokenizerFast, text: str) -> int:
    """How many characters of a text its tokenizer takes for unknown."""
    encoded = tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)
    pairs = zip(encoded["input_ids"], encoded["offset_mapping"], strict=True)
    return sum(end - start for token, (start, end) in pairs if token == tokenizer.unk_token_id)


def pseudo_logprob(network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, test: list[int]) -> float:
    """Nats of a sentence, each token masked alone in turn (Salazar et al., 2020)."""
    limit = tokenizer.model_max_length - 2
    pieces = [test[start : start + limit] for start in range(0, len(test), limit)]
    return sum(_pseudo_logprob(network, tokenizer, piece) for piece in pieces)


def _pseudo_logprob(network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, piece: list[int]) -> float:
    row = torch.tensor([tokenizer.cls_token_id, *piece, tokenizer.sep_token_id])
    places = torch.arange(1, len(piece) + 1)
    masked = row.repeat(len(piece), 1)
    masked[torch.arange(len(piece)), places] = tokenizer.mask_token_id
    logits = network(masked, attention_mask=torch.ones_like(masked))[0]
    scores = logits[torch.arange(len(piece)), places].log_softmax(-1)
    return float(scores.gather(1, row[places][:, None]).sum())


def mask_accuracy(
    network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, tests: list[list[int]], common: int
) -> dict[str, float]:
    """How often the model's first choice is the chosen token (15 %, frozen masks), and how often the commonest token is."""
    rng = np.random.default_rng(0)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    right = baseline = asked = 0
    for test in tests:
        row = np.array([tokenizer.cls_token_id, *test, tokenizer.sep_token_id][: tokenizer.model_max_length])
        special = np.isin(row, tokenizer.all_special_ids)
        masked, labels = choose_masks(row, special, ordinary, tokenizer.mask_token_id, 0.15, rng)
        guess = network(torch.from_numpy(masked)[None])[0][0].argmax(-1).numpy()
        chosen = labels != IGNORED
        right += int((guess == labels)[chosen].sum())
        baseline += int((labels[chosen] == common).sum())
        asked += int(chosen.sum())
    return {"model": right / asked, "unigram": baseline / asked, "tokens": asked}


def pair_accuracy(
    spec: Spec, network: PreTrainedModel, held: list[list[list[int]]], tokenizer: PreTrainedTokenizerFast
) -> dict[str, float]:
    """Share of right answers over held-out sentence pairs, half of which are true (BERT) or in order (ALBERT)."""
    rows = rows_of(spec.family, held, tokenizer, spec.length, np.random.default_rng(0))
    rows = [row for row in rows if row[2] != IGNORED]
    right = 0
    for start in range(0, len(rows), 32):
        ids, attention, segments = map(torch.from_numpy, pad(rows[start : start + 32], tokenizer.pad_token_id))
        output = network(ids, attention_mask=attention, token_type_ids=segments)
        logits = output.seq_relationship_logits if spec.family == "bert" else output.sop_logits
        labels = torch.tensor([label for _, _, label in rows[start : start + 32]])
        right += int((logits.argmax(-1) == labels).sum())
    return {"model": right / len(rows), "pairs": len(rows)}
