# %% [markdown]
# Lists wherever a row of numbers is asked for; generation in one call of transformers' `generate`, with a processor that takes the draw itself and
# notes the entropy. The processor leaves one token finite, so that greedy decoding takes it; a hook feeds the model's positions only.

# %% plm="setup"
import math

import torch
from transformers import LogitsProcessor, LogitsProcessorList

# %% plm="temperature_probs"


def temperature_probs(logits, temperature):
    if math.isnan(temperature) or math.isinf(temperature) or temperature < 0:
        raise ValueError("温度必须是有限的非负数")
    z = torch.as_tensor(logits).double()
    if temperature == 0:
        p = torch.zeros_like(z).scatter(-1, z.argmax(-1, keepdim=True), 1)
    else:
        p = ((z - z.max(-1, keepdim=True).values) / temperature).softmax(-1)
    return p.tolist() if p.dim() == 1 else p


# %% plm="sample_token"


def sample_token(logits, temperature, generator=None):
    p = torch.as_tensor(temperature_probs(logits, temperature), dtype=torch.float64)
    u = torch.rand(p.shape[:-1], generator=generator, dtype=torch.float64) * p.sum(-1)
    above = p.cumsum(-1) > u[..., None]
    draw = above.int().argmax(-1).long()
    return draw.tolist() if draw.dim() == 1 else draw


# %% plm="entropy"


def entropy(probs):
    p = torch.as_tensor(probs, dtype=torch.float64)
    h = torch.where(p > 0, -p * torch.log(p.clamp(min=1e-300)), 0.0).sum(-1)
    return h.tolist() if h.dim() == 1 else h


# %% plm="generate"


class Draw(LogitsProcessor):
    """draws by itself and hides every other token"""

    def __init__(self, temperature, seed):
        self.temperature, self.entropies = temperature, []
        self.chance = torch.Generator().manual_seed(seed)

    def __call__(self, input_ids, scores):
        row = scores[0]
        self.entropies.append(float(entropy(temperature_probs(row, self.temperature))))
        token = int(sample_token(row, self.temperature, self.chance))
        hidden = torch.full_like(scores, -math.inf)
        hidden[0, token] = 0.0
        return hidden


class Prompt:
    def __init__(self, tokenizer, text):
        encoded = tokenizer(text, return_special_tokens_mask=True)
        own = [k for k, special in enumerate(encoded["special_tokens_mask"]) if special == 0]
        if not own:
            raise ValueError("空提示")
        self.ids = encoded["input_ids"][: max(own) + 1]


def write(model, tokenizer, prompt, temperature, n, seed):
    if n < 0:
        raise ValueError("max_new_tokens < 0")
    ids = Prompt(tokenizer, prompt).ids
    if n == 0:
        return "", []
    size = model.config.max_position_embeddings
    draw = Draw(temperature, seed)

    def window(module, args, kwargs):
        kwargs["input_ids"] = kwargs["input_ids"][:, -size:]
        kwargs.update(attention_mask=None, position_ids=None)
        return args, kwargs

    hook = model.register_forward_pre_hook(window, with_kwargs=True)
    training = model.training
    try:
        out = model.eval().generate(
            torch.tensor([ids]),
            attention_mask=torch.ones(1, len(ids), dtype=torch.long),
            do_sample=False,
            use_cache=False,
            max_new_tokens=n,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.eos_token_id,
            logits_processor=LogitsProcessorList([draw]),
        )
    finally:
        hook.remove()
        model.train(training)
    return tokenizer.decode(out[0, len(ids) :], skip_special_tokens=True), draw.entropies


def generate(model, tokenizer, prompt, temperature, max_new_tokens=20, seed=0):
    return write(model, tokenizer, prompt, temperature, max_new_tokens, seed)[0]


# %% plm="distinct_n"


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n >= 1")
    total, seen = 0, set()
    for one in sequences:
        windows = [tuple(one[k : k + n]) for k in range(len(one))]
        windows = [w for w in windows if len(w) == n]
        total += len(windows)
        seen.update(windows)
    return len(seen) / total if total else 0.0


# %% plm="temperature_sweep"


def temperature_sweep(model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0):
    out = {}
    for t in temperatures:
        texts, h = zip(*[write(model, tokenizer, prompt, t, max_new_tokens, seed + i) for i in range(samples)])
        h = [x for one in h for x in one]
        out[t] = {
            "texts": list(texts),
            "distinct_1": distinct_n(texts, 1),
            "distinct_2": distinct_n(texts, 2),
            "mean_entropy": sum(h) / len(h) if h else 0.0,
        }
    return out


# %% plm="ANALYSIS"
ANALYSIS = """"""
