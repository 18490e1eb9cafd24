"""Public checks of the lab `albert`."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import torch
from transformers import AlbertConfig, AlbertModel

from autograder.checks.api import Remote, Student, check, expect
from autograder.checks.chance import normal
from autograder.models import config, layer, numpy_generator
from autograder.models.build import build
from autograder.models.handles import Handle
from autograder.text import Text

Options = dict[str, int]
SMALL: Options = {
    "vocab_size": 90,
    "embedding_size": 8,
    "hidden_size": 24,
    "num_attention_heads": 4,
    "intermediate_size": 40,
    "max_position_embeddings": 17,
}


def count(parameters: Any) -> int:
    """How many numbers the parameters of a module are."""
    return sum(p.numel() for p in parameters)


def built(options: Options) -> int:
    """What transformers' own model has; on no device, so that the large ones cost nothing."""
    with torch.device("meta"):
        return count(AlbertModel(AlbertConfig(**options)).parameters())


@check("embedding_parameters.matrix", function="embedding_parameters", zh="一个 V×H 的矩阵", en="one V×H matrix")
def test_embedding_of_one_matrix(student: Student) -> None:
    for vocab, hidden in ((30000, 768), (7, 5)):
        expect.equal(student.embedding_parameters(vocab, hidden), vocab * hidden)


@check("embedding_parameters.factorised", function="embedding_parameters", zh="分解成两个矩阵", en="two factors")
def test_embedding_of_two_factors(student: Student) -> None:
    expect.equal(student.embedding_parameters(30000, 768, 128), 3_938_304)
    expect.equal(student.embedding_parameters(11, 6, factor=2), 34)


@check(
    "albert_parameters.small",
    function="albert_parameters",
    zh="小模型的参数个数与 transformers 建出的相同",
    en="a small model has as many parameters as transformers builds",
)
def test_parameters_of_a_small_model(student: Student) -> None:
    expect.equal(student.albert_parameters(config("AlbertConfig", **SMALL)), built(SMALL))


@check(
    "albert_parameters.layers",
    function="albert_parameters",
    zh="层数不影响参数个数",
    en="the number of layers makes no difference",
)
def test_parameters_do_not_depend_on_the_layers(student: Student) -> None:
    for layers in (1, 5, 24):
        got = student.albert_parameters(config("AlbertConfig", **SMALL, num_hidden_layers=layers))
        expect.equal(got, built(SMALL))


def encoder(student: Student, handle: Handle, repeats: int) -> Remote:
    """A student's encoder."""
    wanted = Text("模块（torch.nn.Module）", "a module (torch.nn.Module)")
    return expect.stayed(
        student.SharedEncoder(handle, repeats), wanted, zh="SharedEncoder(...)", en="SharedEncoder(...)"
    )


@cache
def numbers(*shape: int, seed: int = 0) -> torch.Tensor:
    """Standard normal numbers."""
    return normal(seed, *shape)


def applied(handle: Handle, repeats: int, x: torch.Tensor) -> torch.Tensor:
    """The layer applied so many times, in this process."""
    module = build(handle.kind, handle.name, handle.options)
    with torch.no_grad():
        for _ in range(repeats):
            x = module(x)
    return x


@check(
    "SharedEncoder.forward.repeats",
    function="SharedEncoder.forward",
    zh="依次用 repeats 次",
    en="applies the layer so many times, one after the other",
)
def test_encoder_repeats_its_layer(student: Student) -> None:
    for repeats in (1, 2, 5):
        handle, x = layer("tanh", 6, seed=repeats), numbers(3, 6)
        expect.close(
            encoder(student, handle, repeats).call(x),
            applied(handle, repeats, x),
            zh=f"SharedEncoder(layer, {repeats}) 对形状 (3, 6) 的 x 的返回值",
            en=f"what SharedEncoder(layer, {repeats}) returns for an x of shape (3, 6)",
        )


@check(
    "SharedEncoder.forward.parameters",
    function="SharedEncoder.forward",
    zh="参数个数与 repeats 无关",
    en="the parameter count does not depend on repeats",
)
def test_encoder_has_the_parameters_of_one_layer(student: Student) -> None:
    for repeats in (1, 3, 8):
        found = distinct_parameters(encoder(student, layer("affine", 5), repeats))
        expect.true(
            found == 30,
            zh=f"repeats 为 {repeats} 时，参数不是一层的那些：层有 30 个，编码器有 {found} 个",
            en=f"with repeats {repeats} the parameters are not those of one layer: the layer has 30, the encoder {found}",
        )


def distinct_parameters(module: Remote) -> int:
    """How many numbers of a module can be set independently.

    One layer under several names comes several times in a state dict. So every entry gets values of its own: where two entries are the
    same tensor, the one that was set last is read back for both.
    """
    state = module.state_dict()
    expect.mapping(state, [])
    module.load_state_dict({name: torch.full_like(value, 1.0 + i) for i, (name, value) in enumerate(state.items())})
    seen = {}
    for value in module.state_dict().values():
        tensor = expect.tensor(value)
        seen[float(tensor.flatten()[0])] = tensor.numel()
    return sum(seen.values())


DOCUMENTS = [["一", "二", "三"], ["四"], ["五", "六"]]


def pairs_of(value: Any) -> list[tuple[str, str, int]]:
    """Triples of two sentences and a label that is 0 or 1."""
    expect.sequence(value)
    for item in value:
        expect.sequence(item, 3, zh="一项", en="an item")
        expect.text(item[0], zh="句子一", en="sentence_a")
        expect.text(item[1], zh="句子二", en="sentence_b")
        label = expect.brief(item[2])
        expect.true(
            type(item[2]) is int and item[2] in (0, 1),
            zh="标签不是整数 0 或 1",
            en="a label is not the int 0 or 1",
            more=Text(label, label),
        )
    return [tuple(item) for item in value]


def in_order(pairs: list[tuple[str, str, int]]) -> list[tuple[str, str]]:
    """The pairs as they stand in the documents if the labels are right."""
    return sorted((b, a) if label else (a, b) for a, b, label in pairs)


@check(
    "sop_pairs.neighbours",
    function="sop_pairs",
    zh="每个有下一句的句子一项；标签 1 是同样的两句对调",
    en="one item for every sentence with a next one; label 1 is the same two swapped",
)
def test_sop_pairs_are_neighbours(student: Student) -> None:
    for seed in range(6):
        got = in_order(pairs_of(student.sop_pairs(DOCUMENTS, numpy_generator(seed))))
        want = Counter([("一", "二"), ("二", "三"), ("五", "六")])
        expect.true(
            Counter(got) == want,
            zh=f"{DOCUMENTS} 的各项按标签排回原来的顺序，得到的是 {got}，应为 {list(want)}",
            en=f"the items of {DOCUMENTS}, put back into order by their labels, are {got}, not {list(want)}",
        )


@check(
    "sop_pairs.error",
    function="sop_pairs",
    zh="少于两篇时抛出 ValueError",
    en="ValueError for fewer than two documents",
)
def test_sop_pairs_wants_two_documents(student: Student) -> None:
    for documents in ([], [["一", "二"]]):
        student.raises(ValueError, "sop_pairs", documents, numpy_generator(0))
