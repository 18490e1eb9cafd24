"""Temperatures become strings."""

FUNCTIONS = ("temperature_sweep",)
HINT = {
    "zh": (
        "字典的键应当是温度本身（数），不是字符串。"
    ),
    "en": (
        "The keys are the temperatures themselves, numbers and not strings."
    ),
}


def temperature_sweep(model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0):
    seeds = range(seed, seed + samples)
    return {str(t): _measured(model, tokenizer, prompt, t, seeds, max_new_tokens) for t in temperatures}
