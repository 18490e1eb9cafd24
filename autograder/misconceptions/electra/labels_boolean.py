"""Booleans instead of long."""

FUNCTIONS = ("rtd_labels",)
HINT = {
    "zh": '返回的是布尔张量，要求 long（`.long()`）。',
    "en": 'The tensor is boolean; long is asked for (`.long()`).',
}


def rtd_labels(input_ids, corrupted):
    return input_ids != corrupted
