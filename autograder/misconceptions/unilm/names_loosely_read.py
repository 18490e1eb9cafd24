"""Kinds are recognised by a part of their name."""

FUNCTIONS = ('attention_mask',)
HINT = {
    "zh": '你只看名字的一部分：`seq`、大写或带空格的名字也被接受了。名字要完全一致。',
    "en": 'You look at a part of the name: `seq`, capitals or a stray space are accepted. The name must be exactly one of the four.',
}


def attention_mask(kind, source_len, target_len):
    n = source_len + target_len
    everything = torch.ones(n, n, dtype=torch.bool)
    kind = kind.strip().lower().replace("_", "-")
    if kind.startswith("bi"):
        return everything
    if kind.startswith("left"):
        return everything.tril()
    if kind.startswith("right"):
        return everything.triu()
    if kind.startswith("seq"):
        mask = everything.tril()
        mask[:, :source_len] = True
        return mask
    raise ValueError(kind)
