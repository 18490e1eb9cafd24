"""Public checks of `finetune`: what students can run before they hand in.

The models are tiny and random, so that training them takes a fraction of a second: their numbers mean nothing, but that something
was trained, on what, and for how long, shows in them all the same.
"""

from __future__ import annotations

import math
from typing import Any

import torch

from autograder.checks.api import Reference, Remote, Student, check, expect
from autograder.models import model, scratch_folder, tokenizer
from autograder.models.fixtures import HANZI, build_tokenizer
from autograder.models.handles import Handle
from autograder.text import Text

Row = dict[str, list[int]]
COLUMNS = ("input_ids", "attention_mask", "special_tokens_mask")
BATCH = ("input_ids", "attention_mask", "labels")
IGNORED = -100
CHARACTERS = list(dict.fromkeys(HANZI))
"""Hanzi that the Chinese fixture knows, each once."""


def text_of(start: int, length: int) -> str:
    """A text of known characters, all different."""
    return "".join(CHARACTERS[start : start + length])


def rows_of(value: Any) -> list[Row]:
    """The rows of a dataset, padding taken off: a row may be padded as long as its attention mask says so."""
    found = value.rows(*COLUMNS) if isinstance(value, Remote) else value
    expect.sequence(found)
    rows = []
    for row in found:
        expect.mapping(row, COLUMNS, zh="一行", en="a row")
        columns = {name: expect.tensor(row[name], integer=True, zh=name, en=name) for name in COLUMNS}
        expect.true(
            len({column.shape for column in columns.values()}) == 1 and columns["input_ids"].ndim == 1,
            zh="一行里三列的长度不同",
            en="a row's three columns differ in length",
        )
        attended = columns["attention_mask"] == 1
        rows.append({name: column[attended].tolist() for name, column in columns.items()})
    return rows


def row(text: str, name: str = "fixture-bert-zh") -> Row:
    """The only row of a text that fits into a block, as the tokenizer makes it."""
    made = build_tokenizer(name)(text, return_special_tokens_mask=True)
    return {column: list(made[column]) for column in COLUMNS}


@check(
    "make_dataset.columns",
    function="make_dataset",
    zh="返回 datasets.Dataset，有三列",
    en="returns a datasets.Dataset with the three columns",
)
def test_make_dataset_gives_a_dataset(student: Student) -> None:
    got = student.make_dataset(tokenizer("fixture-bert-zh"), ["我在银行存钱", "他用苹果打电话"])
    wanted = Text(" datasets.Dataset", "a datasets.Dataset")
    got = expect.stayed(got, wanted, "datasets.arrow_dataset.Dataset")
    expect.true(len(rows_of(got)) > 0, zh="数据集是空的", en="the dataset is empty")


@check(
    "make_dataset.short_texts",
    function="make_dataset",
    zh="放得下的文本各成一块，带特殊词元",
    en="each text that fits becomes one block with its special tokens",
    needs=["make_dataset.columns"],
)
def test_make_dataset_of_short_texts(student: Student) -> None:
    texts = ["我在银行存钱", "他用苹果打电话", "花"]
    got = rows_of(student.make_dataset(tokenizer("fixture-bert-zh"), texts))
    expect_same_rows(got, [row(text) for text in texts])


def expect_same_rows(got: list[Row], want: list[Row]) -> None:
    """Pass for the same blocks, in any order."""
    by_ids = [sorted(rows, key=lambda row: row["input_ids"]) for rows in (got, want)]
    expected = Text(f"应有 {len(want)} 块", f"{len(want)} were expected")
    expect.true(len(got) == len(want), zh=f"有 {len(got)} 块", en=f"there are {len(got)} blocks", more=expected)
    for mine, theirs in zip(*by_ids, strict=True):
        for name in COLUMNS:
            expect.equal(mine[name], theirs[name], zh=name, en=name)


@check(
    "make_dataset.blank_texts",
    function="make_dataset",
    zh="丢弃空白文本",
    en="drops blank texts",
    needs=["make_dataset.columns"],
)
def test_make_dataset_drops_blank_texts(student: Student) -> None:
    got = rows_of(student.make_dataset(tokenizer("fixture-bert-zh"), ["", "我在银行存钱", "  "]))
    expect.true(len(got) == 1, zh=f"有 {len(got)} 块，应有 1 块", en=f"{len(got)} blocks, 1 was expected")


@check(
    "make_dataset.long_text",
    function="make_dataset",
    zh="长文本成为几块，词元一个不丢",
    en="a long text becomes several blocks, and no token is lost",
    needs=["make_dataset.columns"],
)
def test_make_dataset_cuts_a_long_text(student: Student) -> None:
    text = text_of(0, 50)
    blocks = rows_of(student.make_dataset(tokenizer("fixture-bert-zh"), [text], block_size=16))
    expect_blocks(blocks, row(text), 16)


def expect_blocks(blocks: list[Row], whole: Row, block_size: int) -> None:
    """Pass if the blocks, each between its own special tokens, hold the tokens of the text, once each."""
    first, *tokens, last = whole["input_ids"]
    pieces = []
    for block in blocks:
        ids = block["input_ids"]
        sizes = f"{len(ids)} > {block_size}"
        expect.true(
            len(ids) <= block_size,
            zh="有一块超过了 block_size",
            en="a block is longer than block_size",
            more=Text(sizes, sizes),
        )
        expect.true(
            len(ids) > 2 and (ids[0], ids[-1]) == (first, last),
            zh="有一块没有自己的特殊词元",
            en="a block lacks special tokens of its own",
            more=Text(f"input_ids 是 {expect.brief(ids)}", f"its input_ids are {expect.brief(ids)}"),
        )
        special = [0] * (len(ids) - 2)
        expect.equal(block["special_tokens_mask"], [1, *special, 1], zh="special_tokens_mask", en="special_tokens_mask")
        pieces.append(ids[1:-1])
    # All tokens of these texts are different, so that the blocks' order can be told from them.
    held = [token for piece in sorted(pieces, key=lambda piece: place(tokens, piece[0])) for token in piece]
    expect.true(
        len(held) >= len(tokens),
        zh="有的词元丢了",
        en="tokens are lost",
        more=Text(
            f"文本有 {len(tokens)} 个词元，{len(blocks)} 块里共有 {len(held)} 个（不计特殊词元）",
            f"the text has {len(tokens)}, its {len(blocks)} blocks hold {len(held)} (without special tokens)",
        ),
    )
    expect.true(held == tokens, zh="词元有重复，或不是原来的", en="tokens are repeated, or not the text's own")


def place(tokens: list[int], token: int) -> int:
    """Where a token is; past the end if it is not there."""
    return tokens.index(token) if token in tokens else len(tokens)


@check(
    "make_dataset.no_room",
    function="make_dataset",
    zh="放下特殊词元之后没有余地时抛出 ValueError",
    en="raises ValueError if there is no room beside the special tokens",
)
def test_make_dataset_wants_room(student: Student) -> None:
    for block_size in (2, 1):
        student.raises(
            ValueError, "make_dataset", tokenizer("fixture-bert-zh"), ["我在银行存钱"], block_size=block_size
        )


def batch_of(value: Any, rows: list[Row]) -> dict[str, torch.Tensor]:
    """A collator's batch as three tensors of the same shape."""
    expect.mapping(value, BATCH, zh="batch", en="the batch")
    batch = {name: expect.tensor(value[name], integer=True, zh=name, en=name) for name in BATCH}
    longest = max(len(row["input_ids"]) for row in rows)
    for name, tensor in batch.items():
        expect.true(
            tensor.ndim == 2 and len(tensor) == len(rows) and tensor.shape[1] >= longest,
            zh=f"{name} 的形状不是 (batch, 长度)：{tuple(tensor.shape)}",
            en=f"{name} is not of shape (batch, length): {tuple(tensor.shape)}",
        )
        expect.true(tensor.shape == batch["input_ids"].shape, zh="三个张量的形状不同", en="the three differ in shape")
    return batch


MIXED = [row(text_of(start, length)) for start, length in ((0, 40), (50, 12), (70, 1), (80, 25))]
"""Rows of unequal length."""


def masked_batch(made: Remote) -> dict[str, torch.Tensor]:
    """A batch of the mixed rows in which not every token has a label: special tokens have none."""
    batch = batch_of(made.call(MIXED), MIXED)
    expect.true(
        bool((batch["labels"] == IGNORED).any()),
        zh="labels 里没有 -100：没有选中的地方、特殊词元和填充都应是 -100",
        en="there is no -100 in labels: they must be -100 where nothing was chosen, at special tokens and at padding",
    )
    return batch


def collator(student: Student, handle: Handle, *args: Any, **options: Any) -> Remote:
    """What `make_collator` makes."""
    made = student.make_collator(handle, *args, **options)
    wanted = Text("可以调用的函数", "a function")
    return expect.stayed(made, wanted, zh="make_collator 的返回值", en="what make_collator returns")


@check(
    "make_collator.batch",
    function="make_collator",
    zh="返回三个形状相同的 long 张量",
    en="gives three long tensors of the same shape",
)
def test_make_collator_gives_a_batch(student: Student) -> None:
    batch_of(collator(student, tokenizer("fixture-bert-zh"), seed=0).call(MIXED), MIXED)


@check(
    "make_collator.labels",
    function="make_collator",
    zh="labels 在选中处是原来的 id，其余为 -100；没有选中的词元不变",
    en="labels are the original ids where chosen, -100 elsewhere; what was not chosen stays",
    needs=["make_collator.batch"],
)
def test_make_collator_labels_what_it_chose(student: Student) -> None:
    made = collator(student, tokenizer("fixture-bert-zh"), 0.4, seed=1)
    some = False
    for _ in range(5):
        batch = masked_batch(made)
        for index, original in enumerate(MIXED):
            attended = batch["attention_mask"][index] == 1
            ids, labels = (batch[name][index][attended].tolist() for name in ("input_ids", "labels"))
            expect.true(
                len(ids) == len(original["input_ids"]),
                zh="attention_mask 不对",
                en="the attention mask is wrong",
                more=Text(
                    f"一行有 {len(original['input_ids'])} 个词元，attention_mask 里有 {len(ids)} 个 1",
                    f"a row of {len(original['input_ids'])} tokens has {len(ids)} ones in it",
                ),
            )
            for before, after, label in zip(original["input_ids"], ids, labels, strict=True):
                values = Text(
                    f"原来的 id 是 {before}，现在是 {after}，标签是 {label}",
                    f"the id was {before} and is {after}, the label is {label}",
                )
                expect.true(
                    label in (before, IGNORED),
                    zh="有的标签不是原来的 id",
                    en="a label is not the original id",
                    more=values,
                )
                expect.true(
                    label != IGNORED or after == before,
                    zh="改动了没有标签的词元",
                    en="a token without a label was changed",
                    more=values,
                )
                some |= label != IGNORED
    expect.true(some, zh="没有选中任何词元", en="no token was chosen")


@check(
    "make_collator.special_tokens",
    function="make_collator",
    zh="从不选特殊词元和填充",
    en="never chooses special tokens or padding",
    needs=["make_collator.batch"],
)
def test_make_collator_spares_special_tokens(student: Student) -> None:
    made = collator(student, tokenizer("fixture-bert-zh"), 0.9, seed=2)
    for _ in range(5):
        batch = masked_batch(made)
        expect.true(
            not bool(torch.isin(batch["labels"], torch.tensor([0, 2, 3])).any()),
            zh="选中了 [CLS]、[SEP] 或填充",
            en="[CLS], [SEP] or padding was chosen",
        )
        padding = batch["attention_mask"] == 0
        expect.true(
            bool((batch["labels"][padding] == IGNORED).all()), zh="填充处的标签不是 -100", en="padding has labels"
        )
        lengths = batch["attention_mask"].sum(dim=1).tolist()
        expect.equal(
            lengths, [len(row["input_ids"]) for row in MIXED], zh="attention_mask 的和", en="attention_mask's sum"
        )


@check(
    "make_collator.dynamic",
    function="make_collator",
    zh="每次调用的掩码不同",
    en="masks differ from call to call",
    needs=["make_collator.batch"],
)
def test_make_collator_draws_anew(student: Student) -> None:
    # 78 tokens, chosen with probability 0.5: two draws are alike with a probability below 1e-23.
    for seed in (3, None):
        made = collator(student, tokenizer("fixture-bert-zh"), 0.5, seed=seed)
        first, second = (masked_batch(made)["labels"] for _ in range(2))
        expect.true(not torch.equal(first, second), zh="两次调用的掩码相同", en="two calls gave the same masks")


USABLE = ["make_dataset.columns", "make_collator.batch"]
"""Without these no training can be judged."""
TRAIN = [text_of(40 * i, 52 + i) for i in range(8)]
EVAL = [text_of(100 + 60 * i, 58) for i in range(4)]
"""Each fills a block nearly, for two reasons. A batch without a single mask, whose loss is not a number, comes up once in 1e14 times
(four texts of 12 tokens: once in 2,000), and whoever joins texts by mistake in `make_dataset` still takes as many steps here."""


def learner(train: bool = False) -> tuple[Handle, Handle]:
    """A tiny random BERT with an MLM head, and its tokenizer."""
    return model("fixture-bert-zh", head="BertForMaskedLM", train=train), tokenizer("fixture-bert-zh")


def trained(student: Student, *args: Any, **options: Any) -> Remote:
    """The Trainer that `finetune_mlm` returns."""
    made = student.finetune_mlm(*args, **options)
    wanted = Text(" transformers.Trainer", "a transformers.Trainer")
    what = Text("finetune_mlm 的返回值", "what finetune_mlm returns")
    return expect.stayed(made, wanted, "transformers.trainer.Trainer", zh=what.zh, en=what.en)


@check(
    "finetune_mlm.trainer",
    function="finetune_mlm",
    zh="返回 Trainer，模型就地得到训练",
    en="returns the Trainer, and the model was trained in place",
    needs=USABLE,
)
def test_finetune_mlm_trains_in_place(student: Student) -> None:
    trained(student, *learner(), TRAIN, EVAL, scratch_folder("finetune"), epochs=1, batch_size=4)
    expect.true(
        "argument.0.weights" in student.last.changed,
        zh="传入的模型的参数没有变",
        en="the weights of the model that was passed in did not change",
    )


@check(
    "finetune_mlm.evaluates",
    function="finetune_mlm",
    zh="每轮结束时评估一次，log_history 里有 eval_loss",
    en="evaluates at each epoch's end: eval_loss in log_history",
    needs=USABLE,
)
def test_finetune_mlm_evaluates_each_epoch(student: Student) -> None:
    made = trained(student, *learner(), TRAIN, EVAL, scratch_folder("finetune"), epochs=2, batch_size=4)
    expect_evaluations(made.attr("state.log_history"), 2)


def expect_evaluations(history: Any, epochs: int) -> list[float]:
    """Pass if there is an `eval_loss` at the end of every epoch; all of them."""
    expect.sequence(history, zh="log_history", en="log_history")
    found = [entry for entry in history if type(entry) is dict and "eval_loss" in entry]
    for entry in found:
        expect.number(entry["eval_loss"], zh="eval_loss", en="eval_loss")
        expect.number(entry.get("epoch"), zh="epoch", en="epoch")
    for epoch in range(1, epochs + 1):
        expect.true(
            any(math.isclose(entry["epoch"], epoch, abs_tol=0.01) for entry in found),
            zh=f"第 {epoch} 轮结束时没有 eval_loss",
            en=f"no eval_loss at the end of epoch {epoch}",
        )
    return [entry["eval_loss"] for entry in found]


HIT = [
    {"template": "我在{mask}存钱", "word": "几"},
    {"template": "树上的{mask}红了", "word": "几几几"},
    {"template": "她把{mask}放进箱里", "word": "几几"},
]
"""What the random fixture happens to fill in, by a wide margin."""
MISS = [
    {"template": "他{mask}打电话", "word": "在"},
    {"template": "树上的{mask}红了", "word": "几个几"},
    {"template": "她把{mask}放进箱里", "word": "几个"},
    {"template": "我在{mask}存钱", "word": "里几"},
]
"""All wrong, or right in part, which is no hit."""


@check(
    "cloze_accuracy.hits",
    function="cloze_accuracy",
    share=2,
    zh="命中的比例",
    en="the share of hits",
)
def test_cloze_accuracy_counts_hits(student: Student, reference: Reference) -> None:
    for items in (HIT, MISS, [*HIT, *MISS], [*HIT, *MISS, *MISS]):
        expect.close(number(student.cloze_accuracy(*learner(), items)), reference.cloze_accuracy(*learner(), items))


def number(value: Any) -> Any:
    """A tensor with one number as that number: its kind is judged once, by the check that is about kinds."""
    return float(value) if isinstance(value, torch.Tensor) and value.numel() == 1 else value


@check(
    "cloze_accuracy.no_items",
    function="cloze_accuracy",
    zh="没有题目时抛出 ValueError",
    en="raises ValueError for no items",
)
def test_cloze_accuracy_wants_items(student: Student) -> None:
    student.raises(ValueError, "cloze_accuracy", *learner(), [])


@check(
    "perplexity.exp",
    function="perplexity",
    zh="exp(loss)",
    en="exp(loss)",
)
def test_perplexity_is_the_exponential(student: Student) -> None:
    for loss in (0.0, 1.0, 2.5, 8.0):
        expect.close(number(student.perplexity(loss)), math.exp(loss))


RESULTS = ("accuracy_before", "accuracy_after", "perplexity_before", "perplexity_after")


@check(
    "run_experiment.keys",
    function="run_experiment",
    zh="返回四个 float 的字典",
    en="returns a dictionary of four floats",
    needs=[*USABLE, "finetune_mlm.trainer"],
    builds_on=["cloze_accuracy.hits", "perplexity.exp"],
)
def test_run_experiment_gives_four_numbers(student: Student) -> None:
    got = student.run_experiment(*learner(), TRAIN, EVAL, [*HIT, *MISS], scratch_folder("experiment"))
    expect.mapping(got, RESULTS)
    for key in RESULTS:
        expect.number(got[key], zh=key, en=key)
