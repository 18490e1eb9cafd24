"""The generator starts from the seed at every call: the masks never change."""

FUNCTIONS = ("make_collator",)
HINT = {
    "zh": '每次调用都从种子重新开始，掩码就永远一样（静态掩码）。生成器应当在造函数的时候建一次，以后接着用。',
    "en": 'The generator begins at the seed again in each call, so the masks never change (static masking). Make the generator once, when the function is made, and let it run on.',
}


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    generator = torch.Generator()
    generator.seed() if seed is None else generator.manual_seed(seed)
    special = torch.tensor(tokenizer.all_special_ids)

    def collate(rows):
        generator.manual_seed(0 if seed is None else seed)
        input_ids, attention_mask = _padded(rows, tokenizer.pad_token_id)
        chosen = _chance(mlm_probability, input_ids, generator) & ~torch.isin(input_ids, special)
        labels = input_ids.masked_fill(~chosen, IGNORED)
        draw = torch.rand(input_ids.shape, generator=generator)
        noise = torch.randint(len(tokenizer), input_ids.shape, generator=generator)
        input_ids = torch.where(chosen & (draw < 0.8), tokenizer.mask_token_id, input_ids)
        input_ids = torch.where(chosen & (draw >= 0.9), noise, input_ids)
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return collate
