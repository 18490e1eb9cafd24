"""[CLS] and [SEP] may be chosen as well."""

FUNCTIONS = ("make_collator",)
HINT = {
    "zh": '`[CLS]`、`[SEP]` 也被选中了。它们不带内容，永远在同样的位置，猜它们什么也学不到；从可选的位置里去掉所有特殊词元。',
    "en": '`[CLS]` and `[SEP]` are chosen too. They carry no content and always stand in the same place, so guessing them teaches nothing; take all special tokens out of what may be chosen.',
}


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    generator = torch.Generator()
    generator.seed() if seed is None else generator.manual_seed(seed)
    special = torch.tensor(tokenizer.all_special_ids)

    def collate(rows):
        input_ids, attention_mask = _padded(rows, tokenizer.pad_token_id)
        chosen = _chance(mlm_probability, input_ids, generator) & (attention_mask == 1)
        labels = input_ids.masked_fill(~chosen, IGNORED)
        draw = torch.rand(input_ids.shape, generator=generator)
        noise = torch.randint(len(tokenizer), input_ids.shape, generator=generator)
        input_ids = torch.where(chosen & (draw < 0.8), tokenizer.mask_token_id, input_ids)
        input_ids = torch.where(chosen & (draw >= 0.9), noise, input_ids)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate
