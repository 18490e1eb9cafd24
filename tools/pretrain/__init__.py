"""The recipe of the shipped tiny models: gather, clean, tokenizers, train, evaluate, export."""
