"""1 for original."""

FUNCTIONS = ("rtd_labels",)
HINT = {
    "zh": '标签反了：1 是换过的，0 是原来的。',
    "en": 'The labels are reversed: 1 is replaced, 0 original.',
}


def rtd_labels(input_ids, corrupted):
    return (input_ids == corrupted).long()
