"""The original ids are changed."""

FUNCTIONS = ("corrupt",)
HINT = {
    "zh": '你改动了传入的 `input_ids`：判别器的标签要拿它来比较。先复制（`clone()`）。',
    "en": '`input_ids` itself is changed, and the labels are to be found by comparison with it. Copy first (`clone()`).',
}


def corrupt(input_ids, positions, sampled):
    input_ids[positions] = sampled
    return input_ids
