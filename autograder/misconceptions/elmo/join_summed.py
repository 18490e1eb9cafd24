"""The two states are added."""

FUNCTIONS = ("join_directions",)
HINT = {
    "zh": "两个方向被相加了；应当并列（拼接），宽度成为 2d。",
    "en": "The two directions are added; they should be put beside each other (concatenated), 2d wide.",
}


def join_directions(token, forward, backward):
    return torch.cat([token[None], forward + backward])
