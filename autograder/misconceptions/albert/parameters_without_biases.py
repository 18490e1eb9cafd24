"""Biases are left out."""

FUNCTIONS = ("albert_parameters",)
HINT = {
    "zh": '线性映射的偏置没有数：每个有 inputs × outputs + outputs 个参数。',
    "en": 'The biases are missing: a linear map has inputs × outputs + outputs parameters.',
}


def _linear(inputs, outputs):
    return inputs * outputs
