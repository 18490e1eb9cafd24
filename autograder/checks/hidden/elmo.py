"""Hidden checks of the lab `elmo`: the rest of the contract. Expected values are worked out by hand, number by number."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from autograder.checks.api import Student, check, expect
from autograder.checks.chance import normal
from autograder.checks.public.elmo import loss_of


def mixed_by_hand(layers: Tensor, weights: Sequence[float], gamma: float) -> Tensor:
    """The mix, one layer after the other, in double precision."""
    powers = [math.exp(weight - max(weights)) for weight in weights]
    total = torch.zeros(layers.shape[1:], dtype=torch.float64)
    for power, layer in zip(powers, layers, strict=True):
        total += power / math.fsum(powers) * layer.double()
    return gamma * total


@check(
    "scalar_mix.values",
    function="scalar_mix",
    share=2,
    zh="任意的层数、权重（负数也可以）和 gamma",
    en="any number of layers, weights (negative ones, too) and gamma",
)
def test_scalar_mix_of_random_layers(student: Student) -> None:
    for seed, (depth, length, dim), gamma in (
        (1, (3, 5, 4), 0.7),
        (2, (7, 2, 3), -1.3),
        (3, (2, 2, 2), 3.0),
        (4, (1, 3, 2), 2.0),
    ):
        layers, weights = normal(seed, depth, length, dim), normal(seed + 10, depth, scale=1.5)
        want = mixed_by_hand(layers, weights.tolist(), gamma)
        expect.close(student.scalar_mix(layers, weights, gamma), want)


@check(
    "scalar_mix.one_layer",
    function="scalar_mix",
    zh="一个很大的权重就是只用那一层，任何一层都可以",
    en="a very large weight takes that layer alone, whichever it is",
)
def test_a_large_weight_takes_one_layer(student: Student) -> None:
    layers = normal(5, 4, 3, 2)
    for chosen in range(4):
        weights = torch.zeros(4)
        weights[chosen] = 200.0
        expect.close(student.scalar_mix(layers, weights, 1.5), 1.5 * layers[chosen])


@check(
    "join_directions.values",
    function="join_directions",
    share=2,
    zh="任意的层数、长度和宽度",
    en="any number of layers, length and width",
)
def test_directions_of_random_states(student: Student) -> None:
    for seed, (depth, length, dim) in enumerate(((2, 5, 3), (1, 3, 3), (4, 1, 2), (3, 3, 1))):
        token, forward, backward = (
            normal(seed, length, dim),
            normal(seed + 10, depth, length, dim),
            normal(seed + 20, depth, length, dim),
        )
        want = torch.empty(depth + 1, length, 2 * dim)
        for layer in range(depth + 1):
            want[layer, :, :dim] = forward[layer - 1] if layer else token
            want[layer, :, dim:] = backward[layer - 1] if layer else token
        expect.close(student.join_directions(token, forward, backward), want)


def loss_by_hand(forward: Tensor, backward: Tensor, ids: Sequence[int]) -> float:
    """The mean over both directions of the mean cross-entropy, one prediction after the other."""

    def nats(row: Tensor, token: int) -> float:
        scores: list[float] = row.tolist()
        return max(scores) + math.log(math.fsum(math.exp(s - max(scores)) for s in scores)) - scores[token]

    last = len(ids) - 1
    ahead = math.fsum(nats(forward[t], ids[t + 1]) for t in range(last)) / last
    back = math.fsum(nats(backward[t], ids[t - 1]) for t in range(1, last + 1)) / last
    return (ahead + back) / 2


@check(
    "bilm_loss.values",
    function="bilm_loss",
    share=2,
    zh="任意的 logits",
    en="any logits",
)
def test_loss_of_random_logits(student: Student) -> None:
    for seed, (length, vocabulary) in enumerate(((6, 5), (2, 4), (9, 3))):
        forward, backward = normal(seed, length, vocabulary), normal(seed + 10, length, vocabulary, scale=3.0)
        ids = torch.randint(0, vocabulary, (length,), generator=torch.Generator().manual_seed(seed))
        expect.close(loss_of(student, forward, backward, ids), loss_by_hand(forward, backward, ids.tolist()))


@check(
    "bilm_loss.ends",
    function="bilm_loss",
    zh="前向的最后一个位置、后向的第一个位置不计",
    en="forward the last position does not count, backward the first",
)
def test_the_ends_predict_nothing(student: Student) -> None:
    forward, backward, ids = normal(7, 4, 6), normal(8, 4, 6), torch.tensor([5, 0, 2, 1])
    want = loss_by_hand(forward, backward, ids.tolist())
    forward[-1], backward[0] = normal(9, 6, scale=30.0), normal(10, 6, scale=30.0)
    expect.close(loss_of(student, forward, backward, ids), want)


@check(
    "bilm_loss.large",
    function="bilm_loss",
    share=0.5,
    zh="logits 很大时结果仍是有限的数",
    en="finite for large logits",
)
def test_loss_stays_finite(student: Student) -> None:
    forward = torch.tensor([[0.0, 500.0], [300.0, 0.0], [0.0, 0.0]])
    backward = torch.tensor([[0.0, 0.0], [0.0, 400.0], [200.0, 0.0]])
    ids = torch.tensor([0, 0, 1])
    # Forward 500 and 300 nats, backward 400 and 0 (its second one predicts the 0 at position 1, at 200 against 0).
    expect.close(loss_of(student, forward, backward, ids), ((500 + 300) / 2 + (400 + 0) / 2) / 2)
