"""The backward state comes first."""

FUNCTIONS = ("join_directions",)
HINT = {
    "zh": "次序反了：前向在前，后向在后，即 [forward_j; backward_j]。",
    "en": "The order is reversed: forward first, then backward, [forward_j; backward_j].",
}


def join_directions(token, forward, backward):
    return torch.cat([torch.cat([token[None], backward]), torch.cat([token[None], forward])], dim=-1)
