# %% [markdown]
# NumPy from the logits on: probabilities and entropies are NumPy arrays, draws come from a NumPy generator.

# %% plm="setup"
import numpy as np
import torch

# %% plm="temperature_probs"


def temperature_probs(logits, temperature):
    if np.isnan(temperature) or np.isinf(temperature) or temperature < 0:
        raise ValueError("bad temperature")
    z = np.array(logits, dtype=np.float64)
    if temperature == 0:
        p = np.zeros_like(z)
        np.put_along_axis(p, z.argmax(axis=-1)[..., None], 1.0, axis=-1)
        return p
    z = z - z.max(axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        w = np.exp(z / temperature)
    return w / w.sum(axis=-1, keepdims=True)


# %% plm="sample_token"


def sample_token(logits, temperature, generator=None):
    p = temperature_probs(logits, temperature)
    seed = int(torch.randint(2**62, (1,), generator=generator))
    rng = np.random.default_rng(seed)
    rows = p.reshape(-1, p.shape[-1])
    draws = [rng.choice(len(row), p=row / row.sum()) for row in rows]
    return torch.tensor(draws, dtype=torch.long).reshape(p.shape[:-1])


# %% plm="entropy"


def entropy(probs):
    p = np.asarray(probs, dtype=np.float64)
    return np.array(-(p * np.log(np.where(p > 0, p, 1.0))).sum(axis=-1))


# %% plm="generate"


def steps(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative length")
    if prompt == "":
        raise ValueError("empty prompt")
    ids = tokenizer(prompt)["input_ids"]
    if tokenizer.sep_token_id is not None and ids[-1] == tokenizer.sep_token_id:
        ids = ids[:-1]
    generator = torch.Generator()
    generator.manual_seed(seed)
    mode = model.training
    model.eval()
    new = []
    try:
        for _ in range(max_new_tokens):
            window = (ids + new)[-model.config.n_positions :]
            with torch.no_grad():
                logits = model(torch.tensor([window])).logits[0, -1]
            token = int(sample_token(logits, temperature, generator))
            yield token, float(entropy(temperature_probs(logits, temperature)))
            new.append(token)
            if token == tokenizer.eos_token_id:
                return
    finally:
        model.train(mode)


def generate(model, tokenizer, prompt, temperature, max_new_tokens=20, seed=0):
    tokens = [token for token, _ in steps(model, tokenizer, prompt, temperature, max_new_tokens, seed)]
    return tokenizer.decode(tokens, skip_special_tokens=True)


# %% plm="distinct_n"


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    seen, total = set(), 0
    for s in sequences:
        for gram in zip(*(s[k:] for k in range(n))):
            seen.add(gram)
            total += 1
    return len(seen) / total if total else 0.0


# %% plm="temperature_sweep"


def temperature_sweep(
    model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0
):
    out = {}
    for T in temperatures:
        texts, h = [], []
        for i in range(samples):
            path = list(steps(model, tokenizer, prompt, T, max_new_tokens, seed + i))
            texts.append(tokenizer.decode([t for t, _ in path], skip_special_tokens=True))
            h += [e for _, e in path]
        out[T] = dict(
            texts=texts,
            distinct_1=distinct_n(texts, 1),
            distinct_2=distinct_n(texts, 2),
            mean_entropy=float(np.mean(h)) if h else 0.0,
        )
    return out


# %% plm="ANALYSIS"
ANALYSIS = """"""
