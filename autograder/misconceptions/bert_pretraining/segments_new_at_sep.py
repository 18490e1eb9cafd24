"""[SEP] already belongs to the second segment."""

FUNCTIONS = ('segment_ids',)
HINT = {
    "zh": '第一个 `[SEP]` 属于第一段（0），它之后才是 1。',
    "en": 'The first `[SEP]` belongs to the first segment (0); 1 begins after it.',
}


def segment_ids(input_ids, sep_token_id):
    return ((input_ids == sep_token_id).cumsum(0) > 0).long()
