"""The word is tokenised alone, without the sentence around it."""

FUNCTIONS = ("cloze_accuracy",)
HINT = {
    "zh": '词是单独分词的。字节级 BPE 里，句中的词前面带着空格，是另一个词元（`Ġriver` 不是 `river`）。要在句子里分词。',
    "en": 'The word is tokenised by itself. In byte-level BPE a word in a sentence brings its space along and is another token (`Ġriver`, not `river`). Tokenise the sentence.',
}


def _is_hit(model, tokenizer, template, word):
    if template.count("{mask}") != 1:
        raise ValueError(template)
    pieces = tokenizer(word, add_special_tokens=False, return_tensors="pt")["input_ids"][0]
    inputs = tokenizer(template.replace("{mask}", tokenizer.mask_token * len(pieces)), return_tensors="pt")
    hidden = inputs["input_ids"][0] == tokenizer.mask_token_id
    return bool((model(**inputs).logits[0][hidden].argmax(dim=-1) == pieces).all())
