"""Every repetition reads the input again."""

FUNCTIONS = ("SharedEncoder.forward",)
HINT = {
    "zh": '每次用的都是最初的输入，前一次的结果丢掉了。把上一次的输出当作下一次的输入。',
    "en": 'Each repetition reads the first input again, and what the one before gave is lost. The output of one is the input of the next.',
}


class SharedEncoder(nn.Module):
    def __init__(self, layer, repeats):
        super().__init__()
        self.layer, self.repeats = layer, repeats

    def forward(self, x):
        out = x
        for _ in range(self.repeats):
            out = self.layer(x)
        return out
