"""The input is added at each repetition."""

FUNCTIONS = ("SharedEncoder.forward",)
HINT = {
    "zh": '你在层外又加了一次残差。`SharedEncoder` 只是把 `layer` 依次用 `repeats` 次。',
    "en": 'A residual connection is added around the layer. `SharedEncoder` just applies `layer` again and again.',
}


class SharedEncoder(nn.Module):
    def __init__(self, layer, repeats):
        super().__init__()
        self.layer, self.repeats = layer, repeats

    def forward(self, x):
        for _ in range(self.repeats):
            x = x + self.layer(x)
        return x
