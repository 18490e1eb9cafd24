"""ELMo's two language models, which transformers does not have, as a class of its kind: folders are written and read alike."""

from __future__ import annotations

from typing import NamedTuple

import torch
from huggingface_hub.dataclasses import strict
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, PreTrainedConfig, PreTrainedModel


@strict
class ElmoConfig(PreTrainedConfig):  # type: ignore[misc]
    """Sizes of an `ElmoModel`.

    Attributes:
        hidden_size: of the token vectors and of every layer's states in one direction.
    """

    model_type = "elmo"
    vocab_size: int = 3269
    hidden_size: int = 192
    num_hidden_layers: int = 2
    initializer_range: float = 0.05
    pad_token_id: int | None = 0


class States(NamedTuple):
    """What `ElmoModel` gives for `batch` texts of `seq` tokens, everything in the order of the text.

    Attributes:
        token: `(batch, seq, hidden)`, the token layer, which has no direction.
        forward: `(layers, batch, seq, hidden)`, the states of the language model that reads from the left.
        backward: `(layers, batch, seq, hidden)`, those of the one that reads from the right.
    """

    token: Tensor
    forward: Tensor
    backward: Tensor


class Direction(nn.Module):
    """One language model: LSTMs above each other, each but the first added to what it reads."""

    def __init__(self, config: ElmoConfig) -> None:
        super().__init__()
        size = config.hidden_size
        self.layer = nn.ModuleList(nn.LSTM(size, size, batch_first=True) for _ in range(config.num_hidden_layers))

    def forward(self, vectors: Tensor) -> Tensor:
        """The states `(layers, batch, seq, hidden)` of all layers on `(batch, seq, hidden)`, read in the order of `seq`."""
        states: list[Tensor] = []
        for lstm in self.layer:
            read = states[-1] if states else vectors
            made = lstm(read)[0]
            states.append(read + made if states else made)
        return torch.stack(states)


class ElmoModel(PreTrainedModel):  # type: ignore[misc]
    """A forward and a backward language model over one table of tokens, which is their output matrix, too.

    As in the paper both directions share the token layer and the output layer and nothing else. The paper's token layer is a
    convolution over characters; where each hanzi is a token, a table does the same. Its LSTMs are wider than their states, which they
    project down; these are small enough to be as wide.

    Source:
        Peters et al. (2018), Deep contextualized word representations, sections 3.1 and 3.2.

    Example:
        >>> from autograder.models import model_folder
        >>> ElmoModel.from_pretrained(model_folder("bilm-zh", "tiny"))(torch.tensor([[2, 3]])).forward.shape
        torch.Size([2, 1, 2, 192])
    """

    config_class = ElmoConfig
    base_model_prefix = "elmo"

    def __init__(self, config: ElmoConfig) -> None:
        super().__init__(config)
        self.token = nn.Embedding(config.vocab_size, config.hidden_size)
        self.forwards = Direction(config)
        self.backwards = Direction(config)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.post_init()

    def forward(self, input_ids: Tensor, attention_mask: Tensor | None = None) -> States:
        """The states of both language models.

        Args:
            input_ids: `(batch, seq)`.
            attention_mask: `(batch, seq)`, 0 at padding, which comes after the text; None for no padding.
        """
        vectors = self.token(input_ids)
        turned = turn(attention_mask if attention_mask is not None else torch.ones_like(input_ids))
        index = turned[..., None].expand_as(vectors)
        backward = self.backwards(vectors.gather(1, index))
        return States(vectors, self.forwards(vectors), backward.gather(2, index.expand_as(backward)))

    def logits(self, states: Tensor) -> Tensor:
        """What a language model expects next, `(..., vocab)`, from its last layer's states `(..., hidden)`.

        Of the forward one position t's are about token t + 1, of the backward one about token t - 1.
        """
        scores: Tensor = nn.functional.linear(states, self.token.weight, self.bias)
        return scores


def turn(attention_mask: Tensor) -> Tensor:
    """Places `(batch, seq)` that turn each text about and leave its padding behind it; applied twice they change nothing.

    Example:
        >>> turn(torch.tensor([[1, 1, 1, 0]]))
        tensor([[2, 1, 0, 3]])
    """
    width = attention_mask.shape[1]
    places = torch.arange(width, device=attention_mask.device)
    return (attention_mask.sum(1, keepdim=True) - 1 - places) % width


AutoConfig.register("elmo", ElmoConfig)
AutoModel.register(ElmoConfig, ElmoModel)
