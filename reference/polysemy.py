"""One word, two contexts: how far apart does a pretrained encoder put the same word?

A static embedding (Word2Vec, GloVe) has one vector per word. An encoder such as BERT has one per word *and sentence*:
every layer mixes a token's vector with those of its neighbours. Here we follow one marked word through the layers, compare
two contexts by cosine, and then ask the question properly: are two uses of the *same* sense closer to each other than uses
of *different* senses are? A single pair of sentences cannot answer that, for any change of context moves the vector.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, product
from statistics import fmean
from typing import Any

import torch
from torch import Tensor

# %% plm="parse_marked"


def parse_marked(marked: str) -> tuple[str, int, int]:
    """Take the square brackets off a marked sentence.

    Args:
        marked: a sentence with the word looked at in ASCII square brackets.

    Returns:
        `(text, start, end)`: the text without the brackets and the word's half-open span of characters in it.

    Raises:
        ValueError: unless there is exactly one `[` and one `]`, in this order, with at least one character between.

    Example:
        >>> parse_marked("我在[银行]存钱")
        ('我在银行存钱', 2, 4)
    """
    if marked.count("[") != 1 or marked.count("]") != 1:
        raise ValueError(f"exactly one [ and one ] must mark the word: {marked!r}")
    before, rest = marked.split("[")
    if "]" not in rest:
        raise ValueError(f"the ] stands before the [: {marked!r}")
    word, after = rest.split("]")
    if not word:
        raise ValueError(f"nothing stands between the brackets: {marked!r}")
    return before + word + after, len(before), len(before) + len(word)


# %% plm="token_span"


def token_span(tokenizer: Any, text: str, start: int, end: int) -> tuple[int, int]:
    """Find the tokens that overlap the characters `[start, end)`.

    Characters and tokens are counted differently: `GPU` may be one token or three, `银` may be one token or (in a byte-level
    BPE) three. Only the tokenizer knows, and it tells: the offset mapping gives each token's span of characters.

    Args:
        tokenizer: a fast Hugging Face tokenizer.
        text: the sentence, without marks.
        start: the word's first character.
        end: one past the word's last character.

    Returns:
        `(first, last)`: half-open span of positions in `tokenizer(text)["input_ids"]`, special tokens counted.

    Raises:
        ValueError: for a span that is empty or not inside the text, or that no token overlaps.

    Example:
        >>> token_span(tokenizer, "我在银行存钱", 2, 4)  # [CLS] 我 在 银 行 存 钱 [SEP]
        (3, 5)
    """
    if not 0 <= start < end <= len(text):
        raise ValueError(f"no span of characters in a text of {len(text)}: [{start}, {end})")
    offsets = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    # Special tokens have the empty span (0, 0), which by these strict inequalities overlaps nothing.
    overlapping = [i for i, (left, right) in enumerate(offsets) if left < end and start < right]
    if not overlapping:
        raise ValueError(f"no token overlaps the characters [{start}, {end}) of {text!r}")
    return overlapping[0], overlapping[-1] + 1


# %% plm="word_vector"


def word_vector(model: Any, tokenizer: Any, marked: str, layer: int = -1) -> Tensor:
    """Represent the marked word by the mean of its tokens' vectors at one layer.

    Args:
        model: a Hugging Face encoder, in train or evaluation mode; it is left in the mode it came in.
        tokenizer: its fast tokenizer.
        marked: a sentence with the word in square brackets.
        layer: index into `hidden_states`: 0 is the embedding output, 1 the first layer's, -1 the last layer's.

    Returns:
        A tensor `(hidden_size,)` that tracks no gradient.

    Raises:
        IndexError: if the model has no such layer.

    Source:
        Devlin et al. (2019), BERT, section 5.3, where the layers of a frozen encoder serve as features.

    Example:
        >>> word_vector(model, tokenizer, "我在[银行]存钱").shape
        torch.Size([768])
    """
    return _word_vectors(model, tokenizer, marked)[layer]


def _word_vectors(model: Any, tokenizer: Any, marked: str) -> list[Tensor]:
    """The marked word's vector at every layer, the embedding output first: one forward pass gives them all."""
    text, start, end = parse_marked(marked)
    return _span_vectors(model, tokenizer, text, token_span(tokenizer, text, start, end))


def _span_vectors(model: Any, tokenizer: Any, text: str, span: tuple[int, int]) -> list[Tensor]:
    """The mean vector of the tokens `[first, last)` at every layer."""
    first, last = span
    inputs = tokenizer(text, return_tensors="pt").to(model.device)
    with _deterministic(model), torch.no_grad():
        hidden_states = model(**inputs, output_hidden_states=True).hidden_states
    return [states[0, first:last].mean(dim=0) for states in hidden_states]


@contextmanager
def _deterministic(model: Any) -> Iterator[None]:
    """Switch dropout off, and put the model back into the mode it was found in, whatever happens."""
    was_training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(was_training)


# %% plm="cosine_similarity"


def cosine_similarity(u: Tensor, v: Tensor) -> float:
    """The cosine of the angle between two vectors.

    Args:
        u: a vector `(n,)`.
        v: a vector `(n,)`.

    Returns:
        `u·v / (|u| |v|)`, within [-1, 1].

    Raises:
        ValueError: for unequal shapes (which would be broadcast) or a zero vector (which has no direction).

    Example:
        >>> cosine_similarity(torch.tensor([1.0, 0.0]), torch.tensor([2.0, 2.0]))
        0.7071067811865475
    """
    if u.shape != v.shape:
        raise ValueError(f"vectors of unequal shapes: {tuple(u.shape)} and {tuple(v.shape)}")
    u, v = u.double(), v.double()
    norms = u.norm() * v.norm()
    if norms == 0:
        raise ValueError("a zero vector has no direction")
    # Rounding can carry the quotient past 1 by a few units in the last place, and acos would then be NaN.
    return max(-1.0, min(1.0, float(u @ v / norms)))


# %% plm="layerwise_similarity"


def layerwise_similarity(model: Any, tokenizer: Any, marked_a: str, marked_b: str) -> list[float]:
    """Compare the marked words of two sentences at every layer.

    Args:
        model: a Hugging Face encoder.
        tokenizer: its fast tokenizer.
        marked_a: a sentence with the word in square brackets.
        marked_b: another one.

    Returns:
        `num_hidden_layers + 1` cosines, the embedding output first. There the same word differs by its position alone; what
        the context adds comes with the layers.

    Source:
        Ethayarajh (2019), How Contextual are Contextualized Word Representations?

    Example:
        >>> len(layerwise_similarity(model, tokenizer, "我在[银行]存钱", "我在[银行]散步"))
        13
    """
    layers_a, layers_b = _word_vectors(model, tokenizer, marked_a), _word_vectors(model, tokenizer, marked_b)
    return [cosine_similarity(u, v) for u, v in zip(layers_a, layers_b, strict=True)]


# %% plm="sense_separation"


def sense_separation(
    model: Any, tokenizer: Any, sense_a: list[str], sense_b: list[str], layer: int = -1
) -> dict[str, float]:
    """Ask whether uses of one sense are closer to each other than uses of two senses are.

    Args:
        model: a Hugging Face encoder.
        tokenizer: its fast tokenizer.
        sense_a: at least two marked sentences that use the word in one sense.
        sense_b: at least two that use it in another (or, for a control, in the same sense in another context).
        layer: index into `hidden_states`, as in `word_vector`.

    Returns:
        `within`: mean cosine over all unordered pairs of different sentences of the same sense, both senses' pairs pooled;
        `between`: mean cosine over all pairs across the senses; `gap`: `within - between`, positive if the senses separate.

    Raises:
        ValueError: if a sense has fewer than two sentences, for then it has no pair.

    Example:
        >>> sense_separation(model, tokenizer, fruit, company)["gap"] > 0
        True
    """
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError(f"each sense needs two sentences or more: got {len(sense_a)} and {len(sense_b)}")
    vectors_a = [word_vector(model, tokenizer, marked, layer) for marked in sense_a]
    vectors_b = [word_vector(model, tokenizer, marked, layer) for marked in sense_b]
    same = [*combinations(vectors_a, 2), *combinations(vectors_b, 2)]
    within = fmean(cosine_similarity(u, v) for u, v in same)
    between = fmean(cosine_similarity(u, v) for u, v in product(vectors_a, vectors_b))
    return {"within": within, "between": between, "gap": within - between}


# %% plm="ANALYSIS"

ANALYSIS = """
“我在[银行]存钱”和“我在[银行]散步”里，银行两个字相同，不同的是后面的词：一句是存钱，一句是散步。用附带的中文小 BERT，
两个词向量的余弦在嵌入层是 1.000，
第 1 层 0.916，第 2 层 0.839，第 3 层 0.895，最后一层 0.906：底层一样，从第 1 层起就有差别，中间一层差得最多。
原因是每一层的注意力都把句中其他词的信息按权重混进
这个词的向量，语境不同，混进来的东西就不同。

但银行在两句里指的是同一种机构，只有一个义项：它是对照，上面的变化是语境，不是词义。要看词义，得用确有两个义项的词：
苹果（水果与公司）在第 2 层的
gap（同义项之内减去跨义项的平均余弦）是 0.107，自助法区间 0.019 到 0.201；即使如此，它也只比单纯换语境带来的变化大一点。
"""
