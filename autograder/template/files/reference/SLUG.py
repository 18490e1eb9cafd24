"""Softmax with a temperature: scores into probabilities."""

from __future__ import annotations

import math

# %% plm="softmax"


def softmax(scores: list[float], temperature: float = 1.0) -> list[float]:
    """Turn scores into probabilities.

    Args:
        scores: any real numbers, at least one.
        temperature: positive; scores are divided by it first.

    Returns:
        As many probabilities, with sum 1.

    Example:
        >>> softmax([0.0, 0.0])
        [0.5, 0.5]
    """
    # The largest becomes exp(0): nothing overflows, and the quotient is the same.
    largest = max(scores)
    weights = [math.exp((score - largest) / temperature) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]
