"""The token layer comes last."""

FUNCTIONS = ("join_directions",)
HINT = {
    "zh": "词元层应当在最前面（第 0 层），不是最后。",
    "en": "The token layer comes first (layer 0), not last.",
}


def join_directions(token, forward, backward):
    return torch.cat([torch.cat([forward, token[None]]), torch.cat([backward, token[None]])], dim=-1)
