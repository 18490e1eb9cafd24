"""Hidden checks of the lab `albert`: the rest of the contract."""

from __future__ import annotations

import math
from itertools import pairwise

import torch

from autograder.checks.api import Student, check, expect
from autograder.checks.public.albert import (
    DOCUMENTS,
    SMALL,
    Options,
    applied,
    built,
    distinct_parameters,
    encoder,
    in_order,
    numbers,
    pairs_of,
)
from autograder.models import config, layer, numpy_generator

CONFIGURATIONS: tuple[Options, ...] = (
    {},
    {"hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072},
    {"hidden_size": 1024, "num_attention_heads": 16, "intermediate_size": 4096, "num_hidden_layers": 24},
    {"hidden_size": 2048, "num_attention_heads": 16, "intermediate_size": 8192, "num_hidden_layers": 24},
    {**SMALL, "embedding_size": 24},
    {**SMALL, "type_vocab_size": 1},
    {**SMALL, "type_vocab_size": 5, "max_position_embeddings": 1000},
    {**SMALL, "vocab_size": 21128, "embedding_size": 128},
    {**SMALL, "intermediate_size": 7},
    {**SMALL, "num_attention_heads": 1},
    {**SMALL, "num_attention_heads": 6},
)
"""The four of the paper, and small ones in which each size is another number. Heads divide the hidden size: transformers builds other
models too, but they cannot run, so that nobody has to count them."""


@check("embedding_parameters.more", function="embedding_parameters", zh="其他的大小", en="other sizes")
def test_embedding_of_other_sizes(student: Student) -> None:
    for vocab, hidden, factor in ((21128, 312, 128), (50, 4, 4), (9, 2, 30), (1, 1, 1)):
        expect.equal(student.embedding_parameters(vocab, hidden, factor), vocab * factor + factor * hidden)
        expect.equal(student.embedding_parameters(vocab, hidden), vocab * hidden)


@check(
    "albert_parameters.more",
    function="albert_parameters",
    share=3,
    zh="另外十一种配置，包括论文里的四种",
    en="eleven more configurations, the paper's four among them",
)
def test_parameters_of_other_models(student: Student) -> None:
    for options in CONFIGURATIONS:
        expect.equal(student.albert_parameters(config("AlbertConfig", **options)), built(options))


@check(
    "albert_parameters.groups",
    function="albert_parameters",
    zh="有几组不同的层时",
    en="with several groups of layers",
)
def test_parameters_of_several_groups(student: Student) -> None:
    for groups, inner in ((2, 1), (1, 3), (3, 2)):
        options = {**SMALL, "num_hidden_layers": 6, "num_hidden_groups": groups, "inner_group_num": inner}
        expect.equal(student.albert_parameters(config("AlbertConfig", **options)), built(options))


@check(
    "albert_parameters.unbuilt",
    function="albert_parameters",
    zh="不建模型也能数：一种大得建不出来的配置",
    en="counts without building: a configuration too large to be built",
)
def test_parameters_of_a_model_that_no_memory_holds(student: Student) -> None:
    options = {**SMALL, "vocab_size": 10**12}
    expect.equal(student.albert_parameters(config("AlbertConfig", **options)), built(options))


@check(
    "SharedEncoder.forward.more",
    function="SharedEncoder.forward",
    zh="别的层和更多的次数，包括 Transformer 层和 0 次",
    en="other layers and numbers of times: a Transformer layer, and none at all",
)
def test_encoder_with_other_layers(student: Student) -> None:
    for name, repeats in (("affine", 3), ("transformer", 2), ("transformer", 6), ("tanh", 0), ("tanh", 12)):
        handle, x = layer(name, 8, seed=7), numbers(2, 5, 8)
        expect.close(encoder(student, handle, repeats).call(x), applied(handle, repeats, x), rtol=1e-3, atol=1e-4)


@check(
    "SharedEncoder.forward.weights",
    function="SharedEncoder.forward",
    zh="改动这一层的参数，每一次用的都是改动以后的",
    en="a change of the layer's weights counts at every repetition",
)
def test_encoder_uses_the_same_weights_each_time(student: Student) -> None:
    made = encoder(student, layer("affine", 4), 3)
    state = made.state_dict()
    expect.mapping(state, [])
    new = {name: torch.full_like(value, 0.5) for name, value in state.items()}
    made.load_state_dict(new)
    x = numbers(2, 4, seed=3)
    expect.close(made.call(x), by_halves(x, 3))


def by_halves(x: torch.Tensor, repeats: int) -> torch.Tensor:
    """A linear map of which every weight and every bias is one half, so many times."""
    for _ in range(repeats):
        x = (0.5 * x.sum(dim=-1, keepdim=True) + 0.5).expand_as(x)
    return x


@check(
    "SharedEncoder.forward.transformer_parameters",
    function="SharedEncoder.forward",
    zh="Transformer 层的参数也只有一份",
    en="the parameters of a Transformer layer are there once, too",
)
def test_encoder_has_the_parameters_of_one_transformer_layer(student: Student) -> None:
    # Attention 4·(8·8 + 8), feed-forward 8·16 + 16 + 16·8 + 8, two norms of 16.
    for repeats in (2, 7):
        expect.true(
            distinct_parameters(encoder(student, layer("transformer", 8), repeats)) == 600,
            zh="参数不是一层的那些",
            en="the parameters are not those of one layer",
        )


LONG = [[f"{document}-{sentence}" for sentence in range(101)] for document in range(40)]
"""4,000 pairs."""


@check("sop_pairs.half", function="sop_pairs", zh="以二分之一的概率对调", en="swaps with probability one half")
def test_sop_pairs_swaps_half(student: Student) -> None:
    labels = [label for _, _, label in pairs_of(student.sop_pairs(LONG, numpy_generator(1)))]
    expect.true(len(labels) == 4000, zh=f"有 {len(labels)} 项", en=f"there are {len(labels)} items")
    # 5.5 standard deviations: a false alarm below 4e-8. The same for neighbouring labels, which are independent.
    bound = 5.5 * math.sqrt(0.25 / len(labels))
    share = sum(labels) / len(labels)
    changes = sum(a != b for a, b in pairwise(labels)) / (len(labels) - 1)
    expect.true(abs(share - 0.5) <= bound, zh=f"标签 1 占 {share:.1%}", en=f"label 1 makes {share:.1%}")
    expect.true(
        abs(changes - 0.5) <= 1.1 * bound, zh="相邻的标签不独立", en="labels next to each other are not independent"
    )


@check(
    "sop_pairs.own_chance",
    function="sop_pairs",
    zh="rng 是唯一的随机来源；传入的文章不变",
    en="rng is the only source of chance; the documents are left as they are",
)
def test_sop_pairs_uses_the_generator(student: Student) -> None:
    first, again, other = (pairs_of(student.sop_pairs(LONG[:3], numpy_generator(seed))) for seed in (5, 5, 6))
    expect.true(first == again, zh="rng 相同，结果却不同", en="the same generator state gave other pairs")
    expect.true(first != other, zh="rng 不同，结果却相同", en="another generator state gave the same pairs")
    student.sop_pairs(DOCUMENTS, numpy_generator(5))
    expect.unchanged(student, but=("grad_mode", "dtype"))


@check(
    "sop_pairs.short_documents",
    function="sop_pairs",
    share=0.5,
    zh="空的和只有一句的文章没有对，也不报错",
    en="documents that are empty or of one sentence give no pair and no error",
)
def test_sop_pairs_of_short_documents(student: Student) -> None:
    for documents, want in (([["甲"], ["乙"]], []), ([[], ["甲", "乙"], []], [("甲", "乙")])):
        expect.true(
            in_order(pairs_of(student.sop_pairs(documents, numpy_generator(2)))) == want,
            zh="短文章给出的对不对",
            en="wrong pairs for short documents",
        )
