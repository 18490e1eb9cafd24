"""The layer is applied once."""

FUNCTIONS = ("SharedEncoder.forward",)
HINT = {
    "zh": '只用了一次。共享的是参数，计算还是 `repeats` 次。',
    "en": 'It is applied once. Parameters are shared; the computation still runs `repeats` times.',
}


class SharedEncoder(nn.Module):
    def __init__(self, layer, repeats):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return self.layer(x)
