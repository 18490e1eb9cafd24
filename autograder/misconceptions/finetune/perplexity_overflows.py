"""math.exp raises for large losses."""

FUNCTIONS = ("perplexity",)
HINT = {
    "zh": '损失很大时 `math.exp` 抛出 `OverflowError`。这时应当返回 `inf`。',
    "en": 'For a large loss `math.exp` raises `OverflowError`; `inf` is what should come back.',
}


def perplexity(loss):
    return math.exp(loss)
