"""The model is built and its parameters are counted."""

from transformers import AlbertModel
from transformers.initialization import no_init_weights

FUNCTIONS = ("albert_parameters",)
HINT = {
    "zh": "要由配置算出个数，而不是先把模型建出来再数：大的模型内存里放不下。",
    "en": "The number is to follow from the configuration; a model that is built to be counted may not fit into memory.",
}


def albert_parameters(config):
    with no_init_weights():  # numbers are drawn for nothing: drawing them takes the longest
        return sum(parameter.numel() for parameter in AlbertModel(config).parameters())
