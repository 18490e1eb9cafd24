"""Every repetition has a copy of the layer."""

import copy

FUNCTIONS = ("SharedEncoder.forward",)
HINT = {
    "zh": '`copy.deepcopy` 得到的是各自独立的层：参数随 `repeats` 增加，训练起来也会各走各的。同一个对象用几次就行。',
    "en": '`copy.deepcopy` makes independent layers: parameters grow with `repeats`, and in training each goes its own way. Apply the same object again.',
}


class SharedEncoder(nn.Module):
    def __init__(self, layer, repeats):
        super().__init__()
        self.layers = nn.ModuleList([copy.deepcopy(layer) for _ in range(repeats)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
