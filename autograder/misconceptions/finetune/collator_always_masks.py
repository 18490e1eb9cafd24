"""Every chosen token becomes the mask token."""

FUNCTIONS = ("make_collator",)
HINT = {
    "zh": '选中的词元全部换成了 `[MASK]`。下游任务里没有 `[MASK]`，所以 BERT 只换 80%，另有 10% 换成随机词元，10% 不变。',
    "en": 'All chosen tokens become `[MASK]`. Downstream there is none, which is why BERT masks only 80 % of them, puts a random token for 10 % and keeps 10 %.',
}


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    generator = torch.Generator()
    generator.seed() if seed is None else generator.manual_seed(seed)
    special = torch.tensor(tokenizer.all_special_ids)

    def collate(rows):
        input_ids, attention_mask = _padded(rows, tokenizer.pad_token_id)
        chosen = _chance(mlm_probability, input_ids, generator) & ~torch.isin(input_ids, special)
        labels = input_ids.masked_fill(~chosen, IGNORED)
        draw = torch.rand(input_ids.shape, generator=generator)
        noise = torch.randint(len(tokenizer), input_ids.shape, generator=generator)
        input_ids = input_ids.masked_fill(chosen, tokenizer.mask_token_id)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate
