# %% [markdown]
# Everything in terms of the exercise's own functions; `generate` recurses, the sweep calls `generate` and asks for the entropies again.

# %% plm="setup"
import contextlib

import torch
from torch.distributions import Categorical

torch.set_grad_enabled(False)

# %% plm="temperature_probs"


def temperature_probs(logits, temperature):
    t = torch.tensor(float(temperature), dtype=torch.float64)
    if not torch.isfinite(t) or t < 0:
        raise ValueError("temperature must be a number >= 0")
    scores = logits.clone().double()
    if t == 0:
        out = torch.zeros_like(scores)
        out.scatter_(-1, scores.max(-1, keepdim=True).indices, 1)
        # `max` promises no order among ties: take the first by hand
        ties = scores == scores.max(-1, keepdim=True).values
        return (ties & (ties.long().cumsum(-1) == 1)).double()
    return torch.log_softmax(scores / t, -1).exp()


# %% plm="sample_token"


@contextlib.contextmanager
def chance(generator):
    """the given generator's state in torch's global one, for as long as this lasts"""
    if generator is None:
        yield
        return
    kept = torch.get_rng_state()
    torch.set_rng_state(generator.get_state())
    try:
        yield
    finally:
        generator.set_state(torch.get_rng_state())
        torch.set_rng_state(kept)


def sample_token(logits, temperature, generator=None):
    with chance(generator):
        return Categorical(probs=temperature_probs(logits, temperature)).sample()


# %% plm="entropy"


def entropy(probs):
    logs = torch.log(torch.where(probs > 0, probs, torch.ones_like(probs)))
    return torch.einsum("...v,...v->...", probs, -logs)


# %% plm="generate"


def ids_of(tokenizer, prompt):
    ids = list(tokenizer(prompt)["input_ids"])
    if not tokenizer.tokenize(prompt):
        raise ValueError("empty")
    while ids and ids[-1] == tokenizer.sep_token_id:
        ids.pop()
    return ids


def ask(model, ids):
    mode = model.training
    try:
        return model.eval()(torch.tensor(ids[-model.config.max_position_embeddings :]).unsqueeze(0)).logits.squeeze(0)[-1]
    finally:
        model.train(mode)


def go_on(model, tokenizer, ids, temperature, left, generator):
    if left == 0:
        return []
    token = sample_token(ask(model, ids), temperature, generator).item()
    if token == tokenizer.eos_token_id:
        return [token]
    return [token] + go_on(model, tokenizer, ids + [token], temperature, left - 1, generator)


def new_ids(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("negative")
    generator = torch.Generator().manual_seed(seed)
    return go_on(model, tokenizer, ids_of(tokenizer, prompt), temperature, max_new_tokens, generator)


def generate(model, tokenizer, prompt, temperature, max_new_tokens=20, seed=0):
    return tokenizer.decode(
        new_ids(model, tokenizer, prompt, temperature, max_new_tokens, seed), skip_special_tokens=True
    )


# %% plm="distinct_n"


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    grams = sum(([tuple(s[i : i + n]) for i in range(len(s) - n + 1)] for s in sequences), [])
    return float(len(set(grams)) / len(grams)) if len(grams) > 0 else 0.0


# %% plm="temperature_sweep"


def temperature_sweep(model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0):
    result = {}
    for temperature in temperatures:
        texts, all_logits = [], []
        for i in range(samples):
            texts.append(generate(model, tokenizer, prompt, temperature, max_new_tokens, seed=seed + i))
            context = ids_of(tokenizer, prompt)
            for token in new_ids(model, tokenizer, prompt, temperature, max_new_tokens, seed + i):
                if token == tokenizer.eos_token_id:
                    break  # only what stays in the text
                all_logits.append(ask(model, context))
                context = context + [token]
        h = entropy(temperature_probs(torch.stack(all_logits), temperature)).mean().item() if all_logits else 0.0
        result[temperature] = {
            "texts": texts,
            "distinct_1": distinct_n(texts, 1),
            "distinct_2": distinct_n(texts, 2),
            "mean_entropy": h,
        }
    return result


# %% plm="ANALYSIS"
ANALYSIS = """"""
