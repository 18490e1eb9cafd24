"""Model cards: the evaluation's numbers in words; nothing here is measured or typed in by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools.pretrain.sources import SOURCES
from tools.pretrain.spec import Spec

TITLES = {
    "bert-zh": "A tiny Chinese BERT: masked words and next sentences, one token a hanzi",
    "bert-en": "A tiny English BERT: WordPiece, masks fixed before training, next sentence prediction",
    "roberta-en": "A tiny English RoBERTa: byte-level BPE, fresh masks in every pass, no next sentence prediction, more steps",
    "gpt2-zh": "A tiny Chinese GPT-2: one token a character, rare characters as UTF-8 bytes",
    "gpt2-en": "A tiny English GPT-2: byte-level BPE",
    "elmo-zh": "A tiny Chinese ELMo: two language models of LSTMs, one from the left and one from the right, one token a hanzi",
    "albert-zh": "A tiny Chinese ALBERT: one layer applied four times, masked words and the order of sentences",
    "electra-zh": "A tiny Chinese ELECTRA: a discriminator that finds replaced tokens, and the generator that replaces them",
}
LIMITS = {
    "bert": "It knows few facts and little of the world: it predicts function words, set phrases and the words of its corpus. "
    "Next sentence prediction works by topic at best.",
    "roberta": "It knows few facts and little of the world: it predicts function words, set phrases and the words of its corpus.",
    "gpt2": "It writes phrases that are right by the word and empty by the paragraph; it knows no facts, follows no instruction and "
    "loses its thread after a sentence or so.",
}
LIMITS["elmo"] = (
    "Each direction knows half of a sentence, and neither knows the other's half. It knows few facts and little of the world, and "
    "its layers were not taught senses, as `bert-zh`'s were."
)
LIMITS["albert"] = LIMITS["roberta"] + " Its sense of the order of sentences is as weak as the table says."
LIMITS["electra"] = (
    "The discriminator was trained on what its small generator draws: mistakes of another kind may escape it, and it is no proof-reader. "
    "Most of what it knows it began with: from fresh weights it did not get beyond the share of replaced tokens in 500 steps. "
    "`bert-zh` was trained on an earlier gathering of these packages: a sentence that is held out here may have been among its text."
)
LOADING = {
    "elmo": ": `autograder.models.elmo.ElmoModel.from_pretrained(folder)`",
    "electra": ': `ElectraForPreTraining.from_pretrained(folder)`, `ElectraForMaskedLM.from_pretrained(folder, subfolder="generator")`',
}
COMMON_LIMIT = (
    "Its text is software documentation and the stories of one fantasy game: news, science, medicine and law are foreign to it. "
    "It must not be used for anything but learning how such models work."
)


def write_card(spec: Spec, results: dict[str, Any], path: Path) -> None:
    """Write README.md of a model's folder."""
    parts = [
        _head(spec),
        _data(spec, results),
        _training(spec, results),
        _results(spec, results),
        _limits(spec),
        _commands(spec),
    ]
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _head(spec: Spec) -> str:
    return f"# {spec.name}\n\n{TITLES[spec.name]}. Made for the exercises of this package by `tools/pretrain`."


def _data(spec: Spec, results: dict[str, Any]) -> str:
    licences = sorted({(s.package, s.licence) for s in SOURCES if s.language == spec.language})
    rows = "\n".join(f"| `{package}` | {licence} |" for package, licence in licences)
    repeats = (
        f" and occur {spec.own_repeats} times in a pass from step {spec.anneal_from:,} on"
        if spec.own_repeats > 1
        else ""
    )
    own = (
        f"""
The project's own sentences (`tools/pretrain/text/`, expanded from patterns: everyday sentences, and the words of exercise
`polysemy` in their senses) make {results["own_share"]:.1%} of the training characters{repeats}. Sentences that the exercises measure with
were left out of training. Held-out documents come from the packages alone."""
        if results["own_share"]
        else ""
    )
    return f"""## Text and licences
Debian packages, cleaned to whole sentences without duplicates: {results["train_characters"]:,} characters for training,
{results["held_characters"]:,} held out, by document.{own}

| package | licence |
|---|---|
{rows}"""


def _training(spec: Spec, results: dict[str, Any]) -> str:
    masks = ""
    if spec.family == "electra":
        masks = (
            f"\n| masks | {spec.mask_ratio:.0%} of tokens, drawn anew in each pass; the generator fills all of them |"
        )
    elif spec.mask_ratio and spec.family != "gpt2":
        kind = f"drawn {spec.copies} time(s) before training" if spec.copies else "drawn anew in each pass"
        masks = f"\n| masks | {spec.mask_ratio:.0%} of tokens, 80/10/10, {kind} |"
    return f"""## Size and training
| | |
|---|---|
| parameters | {results["parameters"]:,}: {_sizes(spec, results)} |
| vocabulary | {results["vocabulary"]:,}{f", the tokenizer of `{spec.tokenizer}`" if spec.tokenizer else ""} |
| weights | float16 in the file, loaded as float32{LOADING.get(spec.family, "")} |{masks}
| steps | {results["steps"]:,} of about {spec.tokens:,} tokens ({results["passes"]:.1f} passes over the text), seed {spec.seed} |
| seconds | {results["seconds"]:,.0f} on one thread of a shared CPU |
| optimiser | Muon ({spec.matrix_rate}) for matrices, AdamW ({spec.rate}) for the rest |
| start | {_start(spec)} |{_stages(spec)}"""


def _start(spec: Spec) -> str:
    if spec.family == "elmo":
        return "the forget gates begin open"
    if spec.start:
        return (
            f"the discriminator begins as the encoder of `{spec.start}`, the generator afresh, its heads at neighbours"
        )
    return "the first layer's heads begin at neighbours"


def _sizes(spec: Spec, results: dict[str, Any]) -> str:
    if spec.family == "elmo":
        return f"two directions of {spec.layers} LSTMs, {spec.hidden} hidden, over one table of tokens"
    sizes = f"{spec.layers} layers, {spec.hidden} hidden, {spec.heads} heads, {spec.length} positions"
    if spec.family == "albert":
        return f"{sizes}, embeddings of {spec.embedding}; all layers are one"
    if spec.family == "electra":
        return (
            f"{results['discriminator_parameters']:,} in the discriminator ({sizes}), {results['generator_parameters']:,} in the "
            f"generator, half as wide; embeddings are both's"
        )
    return sizes


def _stages(spec: Spec) -> str:
    rows = ""
    if spec.context_from is not None:
        rows += f"\n| from step {spec.context_from:,} | tokens also predict other tokens of their segment (layer {spec.layers - 1}) |"
    if spec.sense_steps:
        rows += (
            f"\n| last, {spec.sense_steps} steps | senses of 16 words drawn apart with labels, MLM going on beside it |"
        )
    return rows


def _results(spec: Spec, results: dict[str, Any]) -> str:
    if spec.family == "elmo":
        return _two_directions(spec, results)
    return _detection(results) if spec.family == "electra" else _language_model(spec, results)


def _two_directions(spec: Spec, results: dict[str, Any]) -> str:
    bits = results["bits_per_character"]
    rows = "\n".join(
        f"| {name} | **{bits[name]:.3f}** | {bits[f'trigram_{name}']:.3f} |" for name in ("forward", "backward")
    )
    return f"""## Held-out results
{results["characters"]:,} characters, each sentence for itself and its end included, in bits per character; the trigram models (interpolated
Kneser-Ney) are over the same tokens, counted on the same training text, and read the same way. Unknown characters:
{results["unknown_characters"]}, each charged as one of 20,992.

| direction | {spec.name} | trigram |
|---|---|---|
{rows}
| mean | {bits["model"]:.3f} | {bits["trigram"]:.3f} |

A unigram model needs {bits["unigram"]:.3f}; the mean before rounding to float16 was {results["full_precision_bits"]:.3f}."""


def _detection(results: dict[str, Any]) -> str:
    found, accuracy = results["detection"], results["mlm_accuracy"]
    return f"""## Held-out results
{results["characters"]:,} characters ({found["tokens"]:,} tokens), each sentence for itself: 15 % of the tokens masked, the generator's
draws put in (seed 0). {found["replaced"]:.1%} of the tokens were replaced, the other draws hit the original.

| | discriminator | baseline | which |
|---|---|---|---|
| log loss, bits per token | {found["log_loss"]:.3f} | {found["base_log_loss"]:.3f} | always that share |
| accuracy | {found["accuracy"]:.1%} | {found["base_accuracy"]:.1%} | always "original" |
| area under the ROC curve | {found["auc"]:.3f} | {found["trigram_auc"]:.3f} | the less probable to a trigram model, the more suspect |

{_ranking(found)}Of the replaced tokens {found["found"]:.1%} are called replaced (logit above 0), of the original ones
{found["false_alarms"]:.1%}. The log
loss before rounding to float16 was {results["full_precision_bits"]:.3f}.

The generator by itself has {accuracy["model"]:.1%} of {accuracy["tokens"]:,} masked tokens right (the commonest token:
{accuracy["unigram"]:.1%})."""


def _ranking(found: dict[str, float]) -> str:
    """A sentence for a discriminator that knows more than the share and less than a trigram model."""
    return (
        "**It knows more than the share, and less than a trigram model**, whose surprise ranks the tokens better.\n"
        if found["auc"] < found["trigram_auc"]
        else ""
    )


def _language_model(spec: Spec, results: dict[str, Any]) -> str:
    bits = results["bits_per_character"]
    name = "likelihood" if spec.family == "gpt2" else "pseudo-log-likelihood, each token masked alone"
    parts = [
        f"""## Held-out results
{results["characters"]:,} characters; n-gram models over the same tokens, counted on the same training text (trigram: interpolated
Kneser-Ney). The model's number is its {name}{"" if spec.family == "gpt2" else ", which sees both sides; the n-grams see the left only"}.

| | bits per character |
|---|---|
| **{spec.name}** | **{bits["model"]:.3f}** |
| the same before rounding to float16 | {results["full_precision_bits"]:.3f} |
| trigram | {bits["trigram"]:.3f} |
| unigram | {bits["unigram"]:.3f} |"""
    ]
    if "mlm_accuracy" in results:
        parts.append(_masked(results))
    if "senses" in results:
        parts.append(_senses(results))
    if "samples" in results:
        parts.append(_samples(results["samples"]))
    return "\n\n".join(parts)


def _masked(results: dict[str, Any]) -> str:
    accuracy = results["mlm_accuracy"]
    lines = [
        f"| masked words, 15 % chosen, frozen masks ({accuracy['tokens']:,} tokens) | {accuracy['model']:.1%} | {accuracy['unigram']:.1%} |"
    ]
    if "nsp_accuracy" in results:
        nsp = results["nsp_accuracy"]
        lines.append(f"| next sentence ({nsp['pairs']:,} pairs) | {nsp['model']:.1%} | 50 % |")
    if "sop_accuracy" in results:
        sop = results["sop_accuracy"]
        half = 1.96 * (sop["model"] * (1 - sop["model"]) / sop["pairs"]) ** 0.5
        span = f"{sop['model'] - half:.1%} to {sop['model'] + half:.1%}"
        lines.append(
            f"| order of two sentences ({sop['pairs']:,} pairs) | {sop['model']:.1%} (95 % interval {span}) | 50 % |"
        )
    table = "| accuracy | model | commonest answer |\n|---|---|---|\n" + "\n".join(lines)
    return f"{table}\n\nUnknown characters in these sentences: {results['unknown_characters']}, each charged as one of 20,992."


def _senses(results: dict[str, Any]) -> str:
    senses = results["senses"]
    rows = "\n".join(
        f"| {word} | {row['kind']} | {row['gap']:.3f} | {row['low']:.3f} to {row['high']:.3f} |"
        for word, row in senses["words"].items()
    )
    above = ", ".join(str(n) for n in senses["above_zero"])
    before = ", ".join(str(n) for n in results["senses_before"])
    return f"""### Senses
Exercise `polysemy`'s sentences: mean cosine within a sense minus between senses, 95 % bootstrap interval over the sentences. At layer
{senses["layer"]} the interval lies above zero for {senses["above_zero"][senses["layer"]]} of {senses["of"]} words with two senses (layers 0
to {len(senses["above_zero"]) - 1}: {above}; the layer was chosen on these same sentences). The control has one sense in two contexts.
**The senses were taught, they did not emerge.** After pretraining alone the counts were {before}. A last stage then drew the words'
vectors apart by a supervised contrastive loss, with sense labels, on other sentences written for this purpose
(`tools/pretrain/sense_stage.py`). None of the measured sentences was among them, but whoever wrote the patterns had
read those, and some contexts are alike (a cuckoo's eggs in another's nest). So the table shows that the lesson carries over to new
wordings, not how it would do on contexts nobody had in mind. The control was not taught.

| word | kind | gap | interval |
|---|---|---|---|
{rows}"""


def _samples(samples: dict[str, list[str]]) -> str:
    rows = "\n".join(
        f"| {t} | {text.replace('|', ' ').replace(chr(10), ' ')} |" for t, texts in samples.items() for text in texts
    )
    return f"### Samples\nForty tokens after a prompt, seed 0, the first drawn and not chosen.\n\n| temperature | text |\n|---|---|\n{rows}"


def _limits(spec: Spec) -> str:
    return f"## What it cannot do\n{LIMITS[spec.family]} {COMMON_LIMIT}"


def _commands(spec: Spec) -> str:
    return f"""## Reproduce
```
python -m tools.pretrain all --work DIR --only {spec.name}        # everything, from the packages to this folder
python -m tools.pretrain evaluate --work DIR --only {spec.name}   # the numbers above, as JSON in DIR/results/{spec.name}.json
```"""
