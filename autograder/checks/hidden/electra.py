"""Hidden checks of the lab `electra`: the rest of the contract."""

from __future__ import annotations

from functools import cache
from unittest.mock import patch

import torch
from transformers import ElectraConfig, ElectraForPreTraining

from autograder.checks.api import Student, check, expect
from autograder.checks.chance import normal
from autograder.checks.public.electra import IDS, LABELS, LOGITS, by_hand, scalar


@check(
    "corrupt.more",
    function="corrupt",
    zh="任意的位置：不按顺序、一个、没有、全部",
    en="any positions: out of order, one, none, all",
)
def test_corrupt_at_any_positions(student: Student) -> None:
    for positions, sampled in (([5, 1, 3], [31, 32, 33]), ([0], [7]), ([6], [8]), ([], []), (range(7), range(40, 47))):
        places, tokens = (torch.tensor(list(values), dtype=torch.long) for values in (positions, sampled))
        want = IDS.tolist()
        for place, token in zip(positions, sampled, strict=True):
            want[place] = token
        got = expect.tensor(student.corrupt(IDS, places, tokens), (7,), integer=True)
        expect.equal(got, torch.tensor(want))
        expect.unchanged(student, but=("grad_mode", "dtype"))


@check(
    "corrupt.same_token",
    function="corrupt",
    zh="抽到的词元可以与原来的相同，或与别处的相同",
    en="a sampled token may be the original, or one that stands elsewhere",
)
def test_corrupt_with_repeated_tokens(student: Student) -> None:
    ids = torch.tensor([2, 10, 10, 10, 3])
    expect.equal(student.corrupt(ids, torch.tensor([1, 2]), torch.tensor([10, 3])), torch.tensor([2, 10, 3, 10, 3]))


@check("rtd_labels.batch", function="rtd_labels", share=2, zh="一个 batch；long 类型", en="a batch; of type long")
def test_labels_of_a_batch(student: Student) -> None:
    generator = torch.Generator().manual_seed(3)
    ids = torch.randint(5, 9, (4, 20), generator=generator)
    corrupted = torch.where(
        torch.rand(4, 20, generator=generator) < 0.4, torch.randint(5, 9, (4, 20), generator=generator), ids
    )
    want = torch.tensor(
        [
            [int(a != b) for a, b in zip(*pair, strict=True)]
            for pair in zip(ids.tolist(), corrupted.tolist(), strict=True)
        ]
    )
    got = student.rtd_labels(ids, corrupted)
    expect.equal(got, want)
    expect.true(
        isinstance(got, torch.Tensor) and got.dtype is torch.long,
        zh="标签不是 long 张量",
        en="the labels are no long tensor",
    )
    expect.unchanged(student, but=("grad_mode", "dtype"))


@check(
    "rtd_labels.all_replaced",
    function="rtd_labels",
    share=0.5,
    zh="更小和更大的 id 都算换过",
    en="smaller and larger ids both count as replaced",
)
def test_labels_do_not_depend_on_the_size_of_ids(student: Student) -> None:
    ids = torch.tensor([100, 200, 0, 21127])
    expect.equal(student.rtd_labels(ids, torch.tensor([99, 300, 5, 0])), torch.ones(4, dtype=torch.long))


@cache
def electra() -> ElectraForPreTraining:
    """A tiny random discriminator of transformers."""
    with torch.random.fork_rng():
        torch.manual_seed(5)
        sizes = {"embedding_size": 16, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
        return ElectraForPreTraining(
            ElectraConfig(
                vocab_size=60, intermediate_size=32, max_position_embeddings=32, initializer_range=0.5, **sizes
            )
        ).eval()


@check(
    "electra_loss.transformers",
    function="electra_loss",
    share=2,
    zh="与 transformers 的 ElectraForPreTraining 相同",
    en="the same as that of transformers' ElectraForPreTraining",
)
def test_loss_equals_that_of_transformers(student: Student) -> None:
    generator = torch.Generator().manual_seed(4)
    ids = torch.randint(5, 60, (3, 12), generator=generator)
    labels = torch.randint(0, 2, (3, 12), generator=generator)
    mask = (torch.arange(12) < torch.tensor([12, 7, 3])[:, None]).long()
    # A model's own logits differ between machines in the last digits, and mistakes are recognised by the very arguments.
    logits = normal(4, 3, 12, scale=3.0)
    with torch.no_grad(), patch.object(electra().discriminator_predictions, "forward", return_value=logits):
        want = float(electra()(input_ids=ids, attention_mask=mask, labels=labels).loss)
    for mlm, weight in ((1.7, 1.0), (0.3, 50.0)):
        got = scalar(student.electra_loss(torch.tensor(mlm), logits, labels, mask, weight))
        expect.close(got, mlm + weight * want)


@check(
    "electra_loss.weight",
    function="electra_loss",
    zh="weight 由参数决定，默认 50",
    en="the weight is a parameter, 50 by default",
)
def test_loss_takes_a_weight(student: Student) -> None:
    mask = torch.ones(2, 3, dtype=torch.long)
    for weight in (0.0, 1.0, 7.5):
        got = scalar(student.electra_loss(torch.tensor(1.25), LOGITS, LABELS, mask, weight=weight))
        expect.close(got, 1.25 + weight * by_hand(LOGITS, LABELS, mask))


@check(
    "electra_loss.mask_kinds",
    function="electra_loss",
    share=0.5,
    zh="attention_mask 可以是 long、布尔或浮点，填充也可以在左边",
    en="attention_mask may be long, bool or float, with padding on either side",
)
def test_loss_takes_any_kind_of_mask(student: Student) -> None:
    right, left = torch.tensor([[1, 1, 1], [1, 1, 0]]), torch.tensor([[0, 1, 1], [0, 0, 1]])
    for mask in (right, left):
        for kind in (torch.long, torch.bool, torch.float32):
            got = scalar(student.electra_loss(torch.tensor(0.5), LOGITS, LABELS, mask.to(kind)))
            expect.close(got, 0.5 + 50 * by_hand(LOGITS, LABELS, mask))


@check("electra_loss.large", function="electra_loss", zh="logits 很大时也是有限的", en="finite for large logits")
def test_loss_is_finite(student: Student) -> None:
    logits, labels = torch.tensor([[200.0, -200.0, 500.0]]), torch.tensor([[0, 1, 1]])
    got = scalar(student.electra_loss(torch.tensor(0.0), logits, labels, torch.ones(1, 3, dtype=torch.long)))
    expect.close(got, 50 * 400 / 3)


@check(
    "electra_loss.gradient",
    function="electra_loss",
    zh="可以求导：生成器的损失和非填充处的 logits",
    en="differentiable, through the generator's loss and through attended logits",
    needs=["electra_loss.sum"],
)
def test_loss_is_differentiable(student: Student) -> None:
    mask = torch.tensor([[1, 1, 0], [1, 1, 0]])
    _, gradients = student.gradient("electra_loss", torch.tensor(1.0), LOGITS.clone(), LABELS, mask, 2.0, wrt=(0, 1))
    want = 2.0 * (torch.sigmoid(LOGITS) - LABELS) * mask / mask.sum()
    expect.gradient(gradients[0], torch.tensor(1.0), "mlm_loss")
    expect.gradient(gradients[1], want, "rtd_logits")
