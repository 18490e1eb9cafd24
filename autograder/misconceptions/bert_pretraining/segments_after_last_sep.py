"""Counted from the last [SEP]."""

FUNCTIONS = ('segment_ids',)
HINT = {
    "zh": '分界是**第一个** `[SEP]`，不是最后一个。',
    "en": 'The border is the **first** `[SEP]`, not the last.',
}


def segment_ids(input_ids, sep_token_id):
    last = int((input_ids == sep_token_id).nonzero()[-1])
    return (torch.arange(len(input_ids)) > last).long()
