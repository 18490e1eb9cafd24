"""The networks as stock transformers classes, and the loss that trains each."""

from __future__ import annotations

import math
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from transformers import (
    AlbertConfig,
    AlbertForPreTraining,
    BertConfig,
    BertForPreTraining,
    BertModel,
    GPT2Config,
    GPT2LMHeadModel,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
)

from autograder.models.elmo import ElmoModel
from tools.pretrain import electra, elmo
from tools.pretrain.batches import IGNORED, Batch
from tools.pretrain.spec import Spec

TINY = Path(__file__).resolve().parents[2] / "autograder" / "models" / "tiny"
GOLDEN = (math.sqrt(5) - 1) / 2
SCALE = 0.05  # standard deviation of fresh weights
WAVE = 0.2  # amplitude of the position waves beside it


def build_network(spec: Spec, tokenizer: PreTrainedTokenizerFast) -> nn.Module:
    """A network with fresh weights from `spec.seed`."""
    torch.manual_seed(spec.seed)
    network: nn.Module = BUILDERS[spec.family](spec, tokenizer)
    for encoder in _with_heads(network):
        look_at_neighbours(encoder)
    _begin(spec, network)
    if spec.context_from is not None:
        network.context = ContextHead(spec.hidden, len(tokenizer))
    return network


def _with_heads(network: nn.Module) -> tuple[PreTrainedModel, ...]:
    """The parts of a network that have attention heads."""
    if isinstance(network, electra.Electra):
        return network.discriminator, network.generator
    return () if isinstance(network, ElmoModel) else (network,)


def _encoder_sizes(spec: Spec, tokenizer: PreTrainedTokenizerFast) -> dict[str, object]:
    return {
        "vocab_size": len(tokenizer),
        "hidden_size": spec.hidden,
        "num_hidden_layers": spec.layers,
        "num_attention_heads": spec.heads,
        "intermediate_size": 4 * spec.hidden,
        "hidden_dropout_prob": 0.0,
        "attention_probs_dropout_prob": 0.0,
        "pad_token_id": tokenizer.pad_token_id,
        "initializer_range": SCALE,
    }


def _bert(spec: Spec, tokenizer: PreTrainedTokenizerFast) -> PreTrainedModel:
    return BertForPreTraining(BertConfig(**_encoder_sizes(spec, tokenizer), max_position_embeddings=spec.length))


def _roberta(spec: Spec, tokenizer: PreTrainedTokenizerFast) -> PreTrainedModel:
    # RoBERTa's positions begin after the padding id.
    positions = spec.length + tokenizer.pad_token_id + 1
    config = RobertaConfig(
        **_encoder_sizes(spec, tokenizer),
        max_position_embeddings=positions,
        type_vocab_size=1,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return RobertaForMaskedLM(config)


def _gpt2(spec: Spec, tokenizer: PreTrainedTokenizerFast) -> PreTrainedModel:
    config = GPT2Config(
        vocab_size=len(tokenizer),
        n_positions=spec.length,
        n_embd=spec.hidden,
        n_layer=spec.layers,
        n_head=spec.heads,
        initializer_range=SCALE,
        activation_function="gelu_pytorch_tanh",  # the same function as gelu_new, in one kernel
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    return GPT2LMHeadModel(config)


def _albert(spec: Spec, tokenizer: PreTrainedTokenizerFast) -> PreTrainedModel:
    config = AlbertConfig(
        **_encoder_sizes(spec, tokenizer),
        embedding_size=spec.embedding,
        max_position_embeddings=spec.length,
        hidden_act="gelu",
        classifier_dropout_prob=0.0,
        bos_token_id=tokenizer.cls_token_id,
        eos_token_id=tokenizer.sep_token_id,
    )
    return AlbertForPreTraining(config)


def _electra(spec: Spec, tokenizer: PreTrainedTokenizerFast) -> nn.Module:
    return electra.build(_encoder_sizes(spec, tokenizer), spec.length, tokenizer.mask_token_id)


def _begin(spec: Spec, network: nn.Module) -> None:
    if spec.start and isinstance(network, electra.Electra):
        electra.begin_as(network, BertModel.from_pretrained(TINY / spec.start))


def _elmo(spec: Spec, tokenizer: PreTrainedTokenizerFast) -> PreTrainedModel:
    return elmo.build(len(tokenizer), spec.hidden, spec.layers, SCALE, tokenizer.pad_token_id)


BUILDERS = {"bert": _bert, "roberta": _roberta, "gpt2": _gpt2, "albert": _albert, "electra": _electra, "elmo": _elmo}


class ContextHead(nn.Module):
    """Predicts from a token's vector another token of its segment; used in training only, never shipped.

    MLM asks little of the vectors of tokens that stand there unmasked, and a short run leaves them nearly the same in every
    sentence. This loss, as word2vec's, asks what else is spoken of. It knows nothing of senses.
    """

    def __init__(self, hidden: int, vocabulary: int) -> None:
        super().__init__()
        self.project = nn.Linear(hidden, hidden)
        self.bias = nn.Parameter(torch.zeros(vocabulary))

    def forward(self, hidden: Tensor, table: Tensor) -> Tensor:
        """Logits `(n, vocabulary)` from vectors `(n, hidden)` and the embedding table."""
        logits: Tensor = self.project(hidden) @ table.T + self.bias
        return logits


def context_targets(batch: Batch, rarity: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Half of the ordinary tokens, and for each a token of its segment, two or more places away, rare ones preferred.

    Args:
        rarity: weight of each token id as a target, zero for special tokens.

    Returns:
        `asking` `(batch, length)`, boolean, and the target ids, one for each True of it in order.
    """
    ids = torch.where(batch.labels != IGNORED, batch.labels, batch.ids)
    weight = rarity[ids]
    places = torch.arange(ids.shape[1], device=ids.device)
    apart = (places[:, None] - places).abs() > 1
    pairs = weight[:, None, :] * (batch.segments[:, :, None] == batch.segments[:, None, :]) * apart
    dice = torch.rand(ids.shape, generator=generator, device=ids.device)
    asking = (weight > 0) & (pairs.sum(-1) > 0) & (dice < 0.5)
    places = torch.multinomial(pairs[asking], 1, generator=generator)[:, 0]
    return asking, ids[asking.nonzero()[:, 0], places]


@torch.no_grad()
def look_at_neighbours(network: PreTrainedModel, sharpness: float = 0.6) -> None:
    """Let the first layer's heads begin at fixed offsets: the tokens just before, and for an encoder just after, their own.

    A small encoder spends its first thousands of steps finding out where its neighbours are. So the positions begin as waves
    of many frequencies in the last `head size` dimensions; the keys read them as they are, the queries turned by an offset,
    and the product of the two peaks there. All of it is trained on like any other weight.
    """
    config = network.config
    size = config.hidden_size // config.num_attention_heads
    rates = math.pi * torch.tensor([(f * GOLDEN) % 1.0 for f in range(1, size // 2 + 1)])
    positions = _position_table(network)
    angles = torch.arange(len(positions)).unsqueeze(1) * rates
    positions.normal_(0.0, config.initializer_range)
    positions[:, -size:] = WAVE * torch.cat([angles.cos(), angles.sin()], dim=1)
    _carry_positions(network, size)
    causal = isinstance(network, GPT2LMHeadModel)
    query, key = _first_projections(network)
    for head in range(config.num_attention_heads):
        offset = -(head + 1) if causal else (-1) ** (head + 1) * (head // 2 + 1)
        rows = slice(head * size, (head + 1) * size)
        key[rows], query[rows] = 0.0, 0.0
        key[rows, -size:] = sharpness * torch.eye(size)
        query[rows, -size:] = sharpness * _rotation(rates * offset)


def _carry_positions(network: PreTrainedModel, size: int) -> None:
    """Where the embeddings have a size of their own, let their last `size` dimensions become the layers' as they are."""
    mappings = ("embeddings_project", "embedding_hidden_mapping_in")
    for name, mapping in network.base_model.named_modules():
        if not name.endswith(mappings):
            continue
        mapping.weight[-size:] = 0.0
        mapping.weight[-size:, -size:] = torch.eye(size)


def _rotation(angles: Tensor) -> Tensor:
    """The matrix that turns (cos a, sin a) into (cos(a + angle), sin(a + angle)), for each frequency."""
    cosine, sine = torch.diag(angles.cos()), torch.diag(angles.sin())
    return torch.cat([torch.cat([cosine, -sine], dim=1), torch.cat([sine, cosine], dim=1)], dim=0)


def _position_table(network: PreTrainedModel) -> Tensor:
    if isinstance(network, GPT2LMHeadModel):
        table: Tensor = network.transformer.wpe.weight
    else:
        table = network.base_model.embeddings.position_embeddings.weight
    return table


def _first_projections(network: PreTrainedModel) -> tuple[Tensor, Tensor]:
    """The query and key matrices of the first layer, as views with the output dimension first."""
    if isinstance(network, GPT2LMHeadModel):
        query, key, _ = network.transformer.h[0].attn.c_attn.weight.T.chunk(3)
        return query, key
    if isinstance(network, AlbertForPreTraining):
        shared = network.albert.encoder.albert_layer_groups[0].albert_layers[0].attention
        return shared.query.weight, shared.key.weight
    attention = network.base_model.encoder.layer[0].attention.self
    return attention.query.weight, attention.key.weight


Context = tuple[Tensor, Tensor]


def loss(
    network: nn.Module, batch: Batch, context: Context | None = None, dice: torch.Generator | None = None
) -> Tensor:
    """The training loss of a batch, in nats; only positions with a label pass through the output layer.

    Args:
        context: what `context_targets` gave, if that loss is to be added (BERT only).
        dice: what ELECTRA's generator draws with.
    """
    if isinstance(network, GPT2LMHeadModel):
        hidden = network.transformer(batch.ids, use_cache=False).last_hidden_state
        return F.cross_entropy(network.lm_head(hidden[:, :-1]).flatten(0, 1), batch.ids[:, 1:].flatten())
    if isinstance(network, ElmoModel):
        return elmo.loss(network, batch)
    if isinstance(network, electra.Electra):
        return electra.loss(network, batch, dice)
    if isinstance(network, RobertaForMaskedLM):
        asked = batch.labels != IGNORED
        hidden = network.roberta(batch.ids, attention_mask=batch.attention).last_hidden_state
        return F.cross_entropy(network.lm_head(hidden[asked]), batch.labels[asked])
    return (
        _albert_loss(network, batch)
        if isinstance(network, AlbertForPreTraining)
        else _bert_loss(network, batch, context)
    )


def _bert_loss(network: PreTrainedModel, batch: Batch, context: Context | None) -> Tensor:
    asked = batch.labels != IGNORED
    output = network.bert(
        batch.ids, attention_mask=batch.attention, token_type_ids=batch.segments, output_hidden_states=True
    )
    words = network.cls.predictions(output.last_hidden_state[asked])
    pairs = _pair_loss(network.cls.seq_relationship, output.pooler_output, batch)
    total = F.cross_entropy(words, batch.labels[asked]) + pairs
    if context is None:
        return total
    asking, targets = context
    logits = network.context(output.hidden_states[-2][asking], network.get_input_embeddings().weight)
    return total + F.cross_entropy(logits, targets)


def _albert_loss(network: AlbertForPreTraining, batch: Batch) -> Tensor:
    asked = batch.labels != IGNORED
    output = network.albert(batch.ids, attention_mask=batch.attention, token_type_ids=batch.segments)
    words = network.predictions(output.last_hidden_state[asked])
    return F.cross_entropy(words, batch.labels[asked]) + _pair_loss(network.sop_classifier, output.pooler_output, batch)


def _pair_loss(head: nn.Module, pooled: Tensor, batch: Batch) -> Tensor:
    paired = batch.next_label != IGNORED
    if not paired.any():
        return pooled.new_zeros(())
    return F.cross_entropy(head(pooled[paired]), batch.next_label[paired])
