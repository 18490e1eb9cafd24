"""No token layer."""

FUNCTIONS = ("join_directions",)
HINT = {
    "zh": "漏了词元层：第 0 层是 [token; token]，一共 L + 1 层。",
    "en": "The token layer is left out: layer 0 is [token; token], and there are L + 1 layers.",
}


def join_directions(token, forward, backward):
    return torch.cat([forward, backward], dim=-1)
