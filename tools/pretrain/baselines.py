"""What a model has to beat: a unigram and a trigram model over the same tokens, counted on the same training text."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence


class Unigram:
    """Token frequencies with 0.5 added to each count."""

    def __init__(self, sequences: Iterable[Sequence[int]], vocabulary: int) -> None:
        self.counts = Counter(token for sequence in sequences for token in sequence)
        self.total = sum(self.counts.values()) + 0.5 * vocabulary

    def logprob(self, sequence: Sequence[int]) -> float:
        """Nats of the whole sequence."""
        return sum(math.log((self.counts[token] + 0.5) / self.total) for token in sequence)


class _Discounted:
    """Counts of a token after a context, with absolute discounting: D = n1 / (n1 + 2 n2) (Ney et al., 1994)."""

    def __init__(self, pairs: Counter[tuple[Hashable, int]]) -> None:
        self.pairs = pairs
        self.totals: dict[Hashable, int] = defaultdict(int)
        self.kinds: dict[Hashable, int] = defaultdict(int)
        for (context, _), count in pairs.items():
            self.totals[context] += count
            self.kinds[context] += 1
        once, twice = (sum(count == n for count in pairs.values()) for n in (1, 2))
        self.discount = once / (once + 2 * twice) if once else 0.5

    def mix(self, context: Hashable, token: int, lower: float) -> float:
        """The discounted share of `token` after `context`, what was taken off given to the `lower` order."""
        if context not in self.totals:
            return lower
        kept = max(self.pairs.get((context, token), 0) - self.discount, 0.0)
        return (kept + self.discount * self.kinds[context] * lower) / self.totals[context]


class Trigram:
    """Interpolated Kneser-Ney (Chen and Goodman, 1999): lower orders count contexts, not occurrences.

    A sequence is read after two boundary tokens, which are never predicted.
    """

    BOUNDARY = -1

    def __init__(self, sequences: Iterable[Sequence[int]], vocabulary: int) -> None:
        trigrams: Counter[tuple[Hashable, int]] = Counter()
        for sequence in sequences:
            padded = [self.BOUNDARY, self.BOUNDARY, *sequence]
            trigrams.update(((u, v), w) for u, v, w in zip(padded, padded[1:], padded[2:], strict=False))
        bigrams: Counter[tuple[Hashable, int]] = Counter((context[1], w) for context, w in trigrams)  # type: ignore[index]
        unigrams: Counter[tuple[Hashable, int]] = Counter(((), w) for _, w in bigrams)
        self.vocabulary = vocabulary
        self.orders = [_Discounted(counts) for counts in (unigrams, bigrams, trigrams)]

    def probability(self, u: int, v: int, w: int) -> float:
        """P(w | u, v)."""
        value = 1 / self.vocabulary
        for order, context in zip(self.orders, ((), v, (u, v)), strict=True):
            value = order.mix(context, w, value)
        return value

    def logprob(self, sequence: Sequence[int]) -> float:
        """Nats of the whole sequence."""
        padded = [self.BOUNDARY, self.BOUNDARY, *sequence]
        return sum(math.log(self.probability(*three)) for three in zip(padded, padded[1:], padded[2:], strict=False))
