"""BERT's draw for each token instead of one for the span."""

FUNCTIONS = ("mask_spans",)
HINT = {
    "zh": (
        "你对片段里的每个词元各抽一次。SpanBERT 对每个片段只抽一次，整段同样处理。"
    ),
    "en": (
        "You draw for each token of a span. SpanBERT draws once for the span and treats the whole of it alike."
    ),
}


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    for start, end in spans:
        labels[start:end] = input_ids[start:end]
        for i in range(start, end):
            draw = rng.random()
            if draw < 0.8:
                masked[i] = tokenizer.mask_token_id
            elif draw < 0.9:
                masked[i] = int(rng.choice(ordinary))
    return masked, labels
