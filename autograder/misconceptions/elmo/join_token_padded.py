"""The token layer is filled up with zeros."""

FUNCTIONS = ("join_directions",)
HINT = {
    "zh": "词元层是用 0 补宽的；应当与它自己并列：[token; token]。",
    "en": "The token layer is widened with zeros; it should stand beside itself: [token; token].",
}


def join_directions(token, forward, backward):
    return torch.cat([torch.cat([token, 0 * token], dim=-1)[None], torch.cat([forward, backward], dim=-1)])
