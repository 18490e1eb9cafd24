"""The word is tokenised by itself."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '你单独给词分词，再把掩码放进模板。在字节级 BPE 里，句中的词带着前面的空格，是另一个词元；紧挨字母时切分也会不同。先填好整句再分词。',
    "en": 'You tokenise the word by itself. In a byte-level BPE the word in its sentence takes the space along and is another token; beside letters it is cut differently. Fill the sentence first, then tokenise it.',
}


def word_logprob(model, tokenizer, template, word):
    before, after = _split(template)
    pieces = tokenizer(word, add_special_tokens=False)["input_ids"]
    ids = tokenizer(before + tokenizer.mask_token * len(pieces) + after)["input_ids"]
    positions = [i for i, token in enumerate(ids) if token == tokenizer.mask_token_id]
    log_probs = _log_probs(model, [ids])[0, positions]
    return float(sum(log_probs[i, piece] for i, piece in enumerate(pieces)))
