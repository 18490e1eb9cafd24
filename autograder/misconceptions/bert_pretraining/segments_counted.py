"""Every [SEP] begins another segment."""

FUNCTIONS = ('segment_ids',)
HINT = {
    "zh": '只有两段：第一个 `[SEP]` 之后全是 1，不再增加。',
    "en": 'There are two segments: after the first `[SEP]` all are 1, no more.',
}


def segment_ids(input_ids, sep_token_id):
    hits = (input_ids == sep_token_id).long()
    return hits.cumsum(0) - hits
