"""torch.manual_seed: the global random state is set."""

FUNCTIONS = ("make_collator",)
HINT = {
    "zh": '`torch.manual_seed(seed)` 改的是全局随机状态，训练里别的随机数（dropout、打乱顺序）也跟着变。给掩码一个自己的 `torch.Generator`。',
    "en": '`torch.manual_seed(seed)` sets the global state, and whatever else is random in training (dropout, shuffling) follows. Give the masks a `torch.Generator` of their own.',
}


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    generator = torch.default_generator
    if seed is not None:
        torch.manual_seed(seed)
    special = torch.tensor(tokenizer.all_special_ids)

    def collate(rows):
        input_ids, attention_mask = _padded(rows, tokenizer.pad_token_id)
        chosen = _chance(mlm_probability, input_ids, generator) & ~torch.isin(input_ids, special)
        labels = input_ids.masked_fill(~chosen, IGNORED)
        draw = torch.rand(input_ids.shape, generator=generator)
        noise = torch.randint(len(tokenizer), input_ids.shape, generator=generator)
        input_ids = torch.where(chosen & (draw < 0.8), tokenizer.mask_token_id, input_ids)
        input_ids = torch.where(chosen & (draw >= 0.9), noise, input_ids)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate
