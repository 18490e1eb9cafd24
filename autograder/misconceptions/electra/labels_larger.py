"""Only larger ids count as replaced."""

FUNCTIONS = ("rtd_labels",)
HINT = {
    "zh": '你用的是大小比较。id 只是编号，变大变小都是换过：要比较是否不同。',
    "en": 'Ids are compared by size. They are mere numbers: larger or smaller, the token was replaced.',
}


def rtd_labels(input_ids, corrupted):
    return (corrupted > input_ids).long()
