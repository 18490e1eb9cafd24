"""The sign is wrong."""

FUNCTIONS = ('bits_per_character',)
HINT = {
    "zh": '符号反了：比特数是正的，-pll / (len(text) · ln 2)。',
    "en": 'The sign is wrong: bits are positive, -pll / (len(text) · ln 2).',
}


def bits_per_character(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return pll / (len(text) * math.log(2))
