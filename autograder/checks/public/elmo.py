"""Public checks of the lab `elmo`. Expected values are worked out by hand, number by number."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from autograder.checks.api import Student, check, expect


def loss_of(student: Student, forward: Tensor, backward: Tensor, ids: Tensor) -> float:
    """The student's loss as a number, whether it came as a scalar tensor or as a float."""
    return expect.scalar(student.bilm_loss(forward, backward, ids))


@check(
    "scalar_mix.example",
    function="scalar_mix",
    zh="权重 ln(1, 2, 1)、gamma 2、各层 4、8、12 得 16",
    en="weights ln(1, 2, 1), gamma 2 and layers 4, 8, 12 give 16",
)
def test_scalar_mix_of_the_example(student: Student) -> None:
    weights = torch.tensor([0.0, math.log(2), 0.0])
    for length, dim in ((1, 1), (3, 2)):
        layers = torch.tensor([4.0, 8.0, 12.0])[:, None, None].expand(3, length, dim).contiguous()
        expect.close(student.scalar_mix(layers, weights, 2.0), torch.full((length, dim), 16.0))


@check(
    "scalar_mix.even",
    function="scalar_mix",
    zh="权重都相等时是各层的平均（含第 0 层）",
    en="equal weights give the mean of all layers, layer 0 included",
)
def test_equal_weights_give_the_mean(student: Student) -> None:
    layers = torch.tensor([[[3.0, 0.0]], [[0.0, -3.0]], [[6.0, 9.0]]])
    for weight in (0.0, 5.0, -1.5):
        expect.close(student.scalar_mix(layers, torch.full((3,), weight), 1.0), torch.tensor([[3.0, 2.0]]))


@check(
    "join_directions.example",
    function="join_directions",
    share=2,
    zh="先是 [token; token]，再是各层的 [forward_j; backward_j]",
    en="[token; token] first, then [forward_j; backward_j] of each layer",
)
def test_directions_stand_beside_each_other(student: Student) -> None:
    token = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    forward = torch.tensor([[[10.0, 20.0], [30.0, 40.0]]])
    backward = torch.tensor([[[50.0, 60.0], [70.0, 80.0]]])
    want = torch.tensor(
        [
            [[1.0, 2.0, 1.0, 2.0], [3.0, 4.0, 3.0, 4.0]],
            [[10.0, 20.0, 50.0, 60.0], [30.0, 40.0, 70.0, 80.0]],
        ]
    )
    expect.close(
        student.join_directions(token, forward, backward),
        want,
        zh="token (2, 2)、forward 和 backward (1, 2, 2) 时的返回值",
        en="the value returned for token (2, 2), forward and backward (1, 2, 2)",
    )


@check(
    "bilm_loss.uniform",
    function="bilm_loss",
    zh="logits 都相等时：ln(词表大小)",
    en="with equal logits: ln of the vocabulary's size",
)
def test_equal_logits_give_the_logarithm_of_the_vocabulary(student: Student) -> None:
    for vocabulary, length in ((10, 4), (3, 2)):
        zeros = torch.zeros(length, vocabulary)
        expect.close(loss_of(student, zeros, zeros, torch.arange(length) % vocabulary), math.log(vocabulary))


@check(
    "bilm_loss.directions",
    function="bilm_loss",
    zh="前向预测 t + 1，后向预测 t − 1",
    en="forward predicts t + 1, backward t − 1",
)
def test_each_direction_predicts_its_own_next_token(student: Student) -> None:
    ids = torch.tensor([2, 0, 3, 1, 1, 2])
    after, before = (20 * torch.nn.functional.one_hot(ids.roll(shift), 4).float() for shift in (-1, 1))
    expect.close(loss_of(student, after, before, ids), 0.0, atol=1e-4)
