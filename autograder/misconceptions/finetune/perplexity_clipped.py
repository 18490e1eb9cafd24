"""The loss is cut off at 20."""

FUNCTIONS = ("perplexity",)
HINT = {
    "zh": '损失先被截断在 20 再取指数，很大的困惑度就成了一个看起来正常的数。大到放不下时应为 `inf`。',
    "en": 'The loss is cut off at 20 first, so that a huge perplexity looks like an ordinary number. Where it is too large for a float, it is `inf`.',
}


def perplexity(loss):
    return math.exp(min(loss, 20.0))
