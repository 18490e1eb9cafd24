"""Labels are taken after the tokens were replaced: they hold the mask token."""

FUNCTIONS = ("make_collator",)
HINT = {
    "zh": '`labels` 是在替换之后取的，里面是 `[MASK]` 的 id，不是原来的词元。先记下原来的 id，再替换。',
    "en": '`labels` are taken after the replacement, so they hold the id of `[MASK]`, not the original. Note the original ids first.',
}


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    generator = torch.Generator()
    generator.seed() if seed is None else generator.manual_seed(seed)
    special = torch.tensor(tokenizer.all_special_ids)

    def collate(rows):
        input_ids, attention_mask = _padded(rows, tokenizer.pad_token_id)
        chosen = _chance(mlm_probability, input_ids, generator) & ~torch.isin(input_ids, special)
        pass
        draw = torch.rand(input_ids.shape, generator=generator)
        noise = torch.randint(len(tokenizer), input_ids.shape, generator=generator)
        input_ids = torch.where(chosen & (draw < 0.8), tokenizer.mask_token_id, input_ids)
        input_ids = torch.where(chosen & (draw >= 0.9), noise, input_ids)
        labels = input_ids.masked_fill(~chosen, IGNORED)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate
