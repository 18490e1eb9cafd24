"""The span's own first and last token are used."""

FUNCTIONS = ("SpanBoundaryHead.forward",)
HINT = {
    "zh": (
        "你取了片段内部的第一个和最后一个词元。SBO 只用片段之外紧邻的两个词元。"
    ),
    "en": (
        "You take the first and last token inside the span. SBO uses the two tokens just outside it."
    ),
}


class SpanBoundaryHead(nn.Module):
    def __init__(self, hidden_size, vocab_size, max_len=10, position_size=200):
        super().__init__()
        self.position = nn.Embedding(max_len, position_size)
        self.dense1 = nn.Linear(2 * hidden_size + position_size, hidden_size)
        self.norm1 = nn.LayerNorm(hidden_size)
        self.dense2 = nn.Linear(hidden_size, hidden_size)
        self.norm2 = nn.LayerNorm(hidden_size)
        self.decoder = nn.Linear(hidden_size, vocab_size)

    def forward(self, hidden, left, right, position):
        row = torch.arange(len(hidden)).unsqueeze(1)
        h0 = torch.cat([hidden[row, left + 1], hidden[row, right - 1], self.position(position)], dim=-1)
        h1 = self.norm1(F.gelu(self.dense1(h0)))
        return self.decoder(self.norm2(F.gelu(self.dense2(h1))))
