"""A tenth of the rest, not of the chosen tokens, becomes random: 80/2/18."""

FUNCTIONS = ("make_collator",)
HINT = {
    "zh": '你对剩下的 20% 再按 10% 抽随机词元，得到 80/2/18。随机的占**全部选中词元**的 10%，也就是剩下的一半。',
    "en": 'Random tokens are drawn with 10 % out of the remaining 20 %, which gives 80/2/18. The 10 % is of **all chosen tokens**, that is half of the rest.',
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
        input_ids = torch.where(chosen & (draw < 0.8), tokenizer.mask_token_id, input_ids)
        again = torch.rand(input_ids.shape, generator=generator)
        input_ids = torch.where(chosen & (draw >= 0.8) & (again < 0.1), noise, input_ids)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate
