"""One mask is drawn for all rows of a batch."""

FUNCTIONS = ("make_collator",)
HINT = {
    "zh": '一个 batch 里所有的行盖住了同样的位置：随机数只按列抽了一次，被广播到每一行。每个词元要分别抽。',
    "en": 'All rows of a batch are masked at the same positions: chance was drawn once for each column and broadcast over the rows. Draw for each token.',
}


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    generator = torch.Generator()
    generator.seed() if seed is None else generator.manual_seed(seed)
    special = torch.tensor(tokenizer.all_special_ids)

    def collate(rows):
        input_ids, attention_mask = _padded(rows, tokenizer.pad_token_id)
        chosen = _chance(mlm_probability, input_ids[0], generator) & ~torch.isin(input_ids, special)
        labels = input_ids.masked_fill(~chosen, IGNORED)
        draw = torch.rand(input_ids.shape, generator=generator)
        noise = torch.randint(len(tokenizer), input_ids.shape, generator=generator)
        input_ids = torch.where(chosen & (draw < 0.8), tokenizer.mask_token_id, input_ids)
        input_ids = torch.where(chosen & (draw >= 0.9), noise, input_ids)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate
