# %% [markdown]
# transformers' own `generate`, one token at a time (so that the context can be cropped), with top-k and all else switched off.

# %% plm="setup"
import torch
from transformers import GenerationConfig, TemperatureLogitsWarper

# %% plm="temperature_probs"


def temperature_probs(logits, temperature):
    if not (0 <= temperature < float("inf")):
        raise ValueError("temperature")
    logits = logits.float()
    if temperature == 0:
        return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).float()
    # the warper divides in float32: take the maximum off first, so that nothing overflows
    logits = logits - logits.amax(-1, keepdim=True)
    return TemperatureLogitsWarper(float(temperature))(None, logits).softmax(-1)


# %% plm="sample_token"


def sample_token(logits, temperature, generator=None):
    probs = temperature_probs(logits, temperature)
    dist = probs.flatten(0, -2) if probs.dim() > 1 else probs[None]
    tokens = torch.multinomial(dist, 1, replacement=True, generator=generator)
    return tokens.view(probs.shape[:-1])


# %% plm="entropy"


def entropy(probs):
    return torch.distributions.Categorical(probs=probs).entropy()


# %% plm="generate"


def run(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    if max_new_tokens < 0:
        raise ValueError("max_new_tokens")
    if not tokenizer(prompt, add_special_tokens=False)["input_ids"]:
        raise ValueError("prompt")
    ids = tokenizer(prompt, return_tensors="pt")["input_ids"]
    if ids[0, -1] == tokenizer.sep_token_id:
        ids = ids[:, :-1]
    config = GenerationConfig(
        max_new_tokens=1,
        do_sample=temperature > 0,
        top_k=0,
        return_dict_in_generate=True,
        output_logits=True,
        pad_token_id=tokenizer.eos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        **({"temperature": float(temperature)} if temperature > 0 else {}),
    )
    new, entropies, was = [], [], model.training
    model.eval()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        while len(new) < max_new_tokens:
            window = torch.cat([ids, torch.tensor([new], dtype=torch.long)], dim=1)
            window = window[:, -model.config.max_position_embeddings :]
            out = model.generate(window, attention_mask=torch.ones_like(window), generation_config=config)
            new.append(int(out.sequences[0, -1]))
            entropies.append(entropy(temperature_probs(out.logits[0][0], temperature)).item())
            if new[-1] == tokenizer.eos_token_id:
                break
    model.train(was)
    return tokenizer.decode(new, skip_special_tokens=True), entropies


def generate(model, tokenizer, prompt, temperature, max_new_tokens=20, seed=0):
    return run(model, tokenizer, prompt, temperature, max_new_tokens, seed)[0]


# %% plm="distinct_n"


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    grams = [tuple(s[i : i + n]) for s in sequences for i in range(len(s) - n + 1)]
    return len(set(grams)) / max(len(grams), 1)


# %% plm="temperature_sweep"


def temperature_sweep(model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0):
    results = {}
    for t in temperatures:
        texts, entropies = [], []
        for i in range(samples):
            text, e = run(model, tokenizer, prompt, t, max_new_tokens, seed + i)
            texts.append(text)
            entropies.extend(e)
        results[t] = {
            "texts": texts,
            "distinct_1": distinct_n(texts, 1),
            "distinct_2": distinct_n(texts, 2),
            "mean_entropy": sum(entropies) / max(1, len(entropies)),
            "temperature": t,
        }
    return results


# %% plm="ANALYSIS"
ANALYSIS = """"""
