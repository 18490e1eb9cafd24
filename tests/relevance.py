"""What students may write in the exercise that `plm new` makes: right, and without the step against overflow."""

from __future__ import annotations

RIGHT = """
import math
def softmax(scores, temperature=1.0):
    weights = [math.exp((score - max(scores)) / temperature) for score in scores]
    return [weight / sum(weights) for weight in weights]
"""
OVERFLOWS = RIGHT.replace(" - max(scores)", "")
