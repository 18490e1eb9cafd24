"""Padding keeps the padding token as its label instead of -100."""

FUNCTIONS = ("make_collator",)
HINT = {
    "zh": '填充处的标签是填充词元的 id，不是 -100：模型会被训练去预测填充。',
    "en": "The label at padding is the padding token's id instead of -100: the model is trained to predict padding.",
}


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    generator = torch.Generator()
    generator.seed() if seed is None else generator.manual_seed(seed)
    special = torch.tensor(tokenizer.all_special_ids)

    def collate(rows):
        input_ids, attention_mask = _padded(rows, tokenizer.pad_token_id)
        chosen = _chance(mlm_probability, input_ids, generator) & ~torch.isin(input_ids, special)
        labels = input_ids.masked_fill(~chosen, IGNORED)
        labels[attention_mask == 0] = tokenizer.pad_token_id
        draw = torch.rand(input_ids.shape, generator=generator)
        noise = torch.randint(len(tokenizer), input_ids.shape, generator=generator)
        input_ids = torch.where(chosen & (draw < 0.8), tokenizer.mask_token_id, input_ids)
        input_ids = torch.where(chosen & (draw >= 0.9), noise, input_ids)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate
