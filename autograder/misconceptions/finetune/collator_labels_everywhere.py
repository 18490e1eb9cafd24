"""Labels are the original ids at every token, chosen or not."""

FUNCTIONS = ("make_collator",)
HINT = {
    "zh": '没有被选中的词元也有标签。那样损失里大部分是“照抄看得见的词元”，模型不学猜词也能很低。没选中处（包括填充）应为 -100。',
    "en": 'Tokens that were not chosen have labels too. Then most of the loss is copying what can be seen, and it gets low without any guessing. Where nothing was chosen, and at padding, labels are -100.',
}


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    generator = torch.Generator()
    generator.seed() if seed is None else generator.manual_seed(seed)
    special = torch.tensor(tokenizer.all_special_ids)

    def collate(rows):
        input_ids, attention_mask = _padded(rows, tokenizer.pad_token_id)
        chosen = _chance(mlm_probability, input_ids, generator) & ~torch.isin(input_ids, special)
        labels = input_ids.masked_fill(torch.isin(input_ids, special), IGNORED)
        draw = torch.rand(input_ids.shape, generator=generator)
        noise = torch.randint(len(tokenizer), input_ids.shape, generator=generator)
        input_ids = torch.where(chosen & (draw < 0.8), tokenizer.mask_token_id, input_ids)
        input_ids = torch.where(chosen & (draw >= 0.9), noise, input_ids)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate
