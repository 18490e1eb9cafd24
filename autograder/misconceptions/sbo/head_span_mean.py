"""The mean over the tokens from boundary to boundary takes the place of the boundaries."""

FUNCTIONS = ("SpanBoundaryHead.forward",)
HINT = {
    "zh": (
        "你用了两个边界之间（含片段内部）所有词元的平均。SBO 看不到片段内部。"
    ),
    "en": (
        "You use the mean over all tokens between the boundaries, those inside included. SBO does not see the inside."
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
        index = torch.arange(hidden.shape[1])
        inside = ((index >= left.unsqueeze(-1)) & (index <= right.unsqueeze(-1))).to(hidden.dtype)
        mean = inside @ hidden / inside.sum(dim=-1, keepdim=True)
        h0 = torch.cat([mean, mean, self.position(position)], dim=-1)
        h1 = self.norm1(F.gelu(self.dense1(h0)))
        return self.decoder(self.norm2(F.gelu(self.dense2(h1))))
