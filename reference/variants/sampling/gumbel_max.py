"""Draws by the Gumbel-max trick, in log space: argmax of log p plus Gumbel noise. A script without cell marks."""

import math

import torch


def log_probs(logits, temperature):
    z = logits.to(torch.float64)
    if temperature == 0:
        hot = torch.full_like(z, -math.inf)
        return hot.scatter(-1, z.argmax(-1, keepdim=True), 0.0)
    z = (z - z.max(-1, keepdim=True)[0]) / temperature
    return z - z.logsumexp(-1, keepdim=True)


def temperature_probs(logits, temperature):
    if not math.isfinite(temperature) or temperature < 0:
        raise ValueError(f"{temperature} is no temperature")
    return log_probs(logits, temperature).exp().float()


def sample_token(logits, temperature, generator=None):
    lp = log_probs(logits, temperature)
    u = torch.rand(lp.shape, generator=generator, dtype=torch.float64).clamp_min(1e-300)
    return (lp - (-u.log()).log()).argmax(dim=-1)


def entropy(probs):
    p = probs.double()
    h = -p * p.log()
    return torch.where(p == 0, torch.zeros_like(h), h).sum(-1)


class Writer:
    def __init__(self, model, tokenizer, prompt):
        specials = set(tokenizer.all_special_ids)
        self.ids = [i for i in tokenizer.encode(prompt, add_special_tokens=False)]
        if len(self.ids) == 0:
            raise ValueError("nothing to condition on")
        self.model, self.tokenizer = model, tokenizer

    @torch.inference_mode()
    def next_logits(self, new):
        window = (self.ids + new)[-self.model.config.max_position_embeddings :]
        return self.model(input_ids=torch.LongTensor([window]), use_cache=False).logits[0, -1, :]

    def run(self, temperature, n, seed):
        g = torch.Generator().manual_seed(seed)
        new, h = [], []
        was = self.model.training
        self.model.eval()
        try:
            while len(new) < n:
                logits = self.next_logits(new)
                h.append(entropy(temperature_probs(logits, temperature)).item())
                new.append(sample_token(logits, temperature, g).item())
                if new[-1] == self.tokenizer.eos_token_id:
                    break
        finally:
            self.model.train(was)
        return self.tokenizer.decode(new, skip_special_tokens=True).strip(), h


def generate(model, tokenizer, prompt, temperature, max_new_tokens=20, seed=0):
    if max_new_tokens < 0:
        raise ValueError("max_new_tokens")
    return Writer(model, tokenizer, prompt).run(temperature, max_new_tokens, seed)[0]


def distinct_n(sequences, n):
    if n <= 0:
        raise ValueError("n must be positive")
    grams = []
    for s in sequences:
        s = list(s)
        while len(s) >= n:
            grams.append(tuple(s[:n]))
            s.pop(0)
    if not grams:
        return 0.0
    return len(set(grams)) / len(grams)


def temperature_sweep(model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0):
    writer = Writer(model, tokenizer, prompt)
    table = {}
    for t in temperatures:
        runs = [writer.run(t, max_new_tokens, seed + i) for i in range(samples)]
        texts = tuple(text for text, _ in runs)
        hs = sum((h for _, h in runs), [])
        table[t] = {
            "texts": texts,
            "distinct_1": distinct_n(texts, 1),
            "distinct_2": distinct_n(texts, 2),
            "mean_entropy": sum(hs) / len(hs) if hs else 0.0,
        }
    return table


ANALYSIS = """"""

if __name__ == "__main__":
    print(temperature_probs(torch.tensor([0.0, 1.0]), 0.5))
