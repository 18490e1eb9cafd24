"""The second layer is left out."""

FUNCTIONS = ("SpanBoundaryHead.forward",)
HINT = {
    "zh": (
        "只有一层。预测头有两层：h1 和 h2。"
    ),
    "en": (
        "There is only one layer. The head has two, h1 and h2."
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
        h0 = torch.cat([hidden[row, left], hidden[row, right], self.position(position)], dim=-1)
        return self.decoder(self.norm1(F.gelu(self.dense1(h0))))
