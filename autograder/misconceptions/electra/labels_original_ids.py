"""The original ids where replaced, -100 elsewhere, as for MLM."""

FUNCTIONS = ("rtd_labels",)
HINT = {
    "zh": '你给的是 MLM 的标签（原来的 id 和 -100）。判别器对每个词元只答是或否：1 或 0。',
    "en": 'Those are labels of MLM (original ids and -100). The discriminator answers yes or no for each token: 1 or 0.',
}


def rtd_labels(input_ids, corrupted):
    return input_ids.masked_fill(input_ids == corrupted, -100)
