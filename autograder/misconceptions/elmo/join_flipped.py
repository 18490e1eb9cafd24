"""The backward states are turned round."""

FUNCTIONS = ("join_directions",)
HINT = {
    "zh": "后向的状态又被翻转了一次：传入时已按文本的次序排好，位置 t 就是词元 t。",
    "en": (
        "The backward states are turned round once more: they come in the text's order, position t is token t."
    ),
}


def join_directions(token, forward, backward):
    return torch.cat([torch.cat([token[None], forward]), torch.cat([token[None], backward.flip(1)])], dim=-1)
