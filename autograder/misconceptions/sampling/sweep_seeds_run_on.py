"""Seeds run on from one temperature to the next."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "种子在各温度之间接着往下数；每个温度都应当从 `seed` 开始。"
    ),
    "en": (
        "Seeds run on from one temperature to the next; each temperature begins with `seed`."
    ),
}


def temperature_sweep(model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0):
    result = {}
    for number, t in enumerate(temperatures):
        first = seed + number * samples
        result[t] = _measured(model, tokenizer, prompt, t, range(first, first + samples), max_new_tokens)
    return result
