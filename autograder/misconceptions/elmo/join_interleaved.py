"""The numbers of both states alternate."""

FUNCTIONS = ("join_directions",)
HINT = {
    "zh": "两个状态的分量交错排列了；应当先是整个前向状态，再是整个后向状态。",
    "en": (
        "The numbers of both states alternate; the whole forward state comes first, then the whole backward one."
    ),
}


def join_directions(token, forward, backward):
    left, right = torch.cat([token[None], forward]), torch.cat([token[None], backward])
    return torch.stack([left, right], dim=-1).flatten(-2)
