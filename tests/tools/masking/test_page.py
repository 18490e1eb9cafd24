"""The comparison page of masking strategies: the committed one has the numbers of a new run, and some of them are known by hand."""

from __future__ import annotations

import math
import re
from functools import cache
from io import BytesIO

import pytest
import torch
from matplotlib.image import imread
from transformers import AutoTokenizer, GPT2LMHeadModel

from tools.masking.__main__ import PAGES, PICTURE
from tools.masking.measures import LENGTH, ROWS, TEXTS, TINY, Page
from tools.masking.objectives import UNILM_TURNS, Case
from tools.masking.page import Numbers, markdown
from tools.masking.picture import HOLE, NOT_SEEN, SEEN, grid, picture

pytestmark = pytest.mark.xdist_group("masking")  # one worker measures it, for all tests
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


@cache
def page() -> Page:
    return Page()


@cache
def numbers() -> Numbers:
    return Numbers.measured(page())


def words_and_numbers(text: str) -> tuple[list[str], list[float]]:
    return NUMBER.split(text), [float(number.replace(",", "")) for number in NUMBER.findall(text)]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_committed_page_says_what_a_new_run_gives(lang: str) -> None:
    """Another machine rounds a model's sums otherwise, and a sample may tip over: hence the tolerance."""
    words, found = words_and_numbers(PAGES[lang].read_text(encoding="utf-8"))
    expected_words, expected = words_and_numbers(markdown(numbers(), lang))
    assert words == expected_words
    assert found == pytest.approx(expected, rel=0.02, abs=0.02)


def test_both_languages_tell_the_same_numbers() -> None:
    tables = [
        [
            NUMBER.findall(line.split("|", 2)[2])
            for line in path.read_text(encoding="utf-8").splitlines()
            if line[:2] == "| "
        ]
        for path in PAGES.values()
    ]
    assert [row for row in tables[0] if len(row) > 1] == [row for row in tables[1] if len(row) > 1]


def test_every_text_is_as_long_as_the_page_says() -> None:
    assert [len(text) for text in TEXTS] == [LENGTH] * len(TEXTS)
    assert [len(ids) - 2 for ids in page().texts] == [LENGTH] * len(TEXTS)


@pytest.mark.parametrize("objective", ["causal", "permutation"])
def test_whoever_predicts_every_token_in_some_order_sees_half_of_the_others(objective: str) -> None:
    sight = numbers().sights[objective]
    assert (sight.share.low, sight.share.high) == (1, 1)
    assert sight.visible.mean == (LENGTH - 1) / 2
    assert (sight.visible.low, sight.visible.high) == (0, LENGTH - 1)


def test_a_causal_prediction_sees_nothing_on_the_right_and_a_permutation_as_much_as_on_the_left() -> None:
    assert numbers().sights["causal"].right == 0
    both = numbers().sights["permutation"]
    assert both.left == pytest.approx(both.right, abs=0.5)


def test_a_whole_permutation_shows_both_neighbours_to_one_token_in_three() -> None:
    """Of a token and its two neighbours each is as likely as the others to come last."""
    assert numbers().sights["permutation"].neighbours == pytest.approx(1 / 3, abs=0.02)


def test_the_last_sixth_of_forty_is_six_tokens_that_see_34_to_39() -> None:
    sight = numbers().sights["permutation-end"]
    assert sight.share.mean == pytest.approx(6 / 40)
    assert (sight.visible.mean, sight.visible.low, sight.visible.high) == (36.5, 34, 39)


@pytest.mark.parametrize("objective", ["mlm", "electra-generator", "unilm"])
def test_fifteen_in_a_hundred_are_chosen_one_by_one(objective: str) -> None:
    """48,000 tokens: the standard error is 0.16 in a hundred, and six of them are allowed."""
    assert numbers().sights[objective].share.mean == pytest.approx(0.15, abs=0.01)


def test_mlm_sees_what_was_not_chosen_and_a_tenth_of_what_was() -> None:
    assert numbers().sights["mlm"].visible.mean == pytest.approx(39 * (1 - 0.15 * 0.9), abs=0.3)
    assert numbers().sights["mlm"].itself == pytest.approx(0.1, abs=0.02)
    assert numbers().sights["electra-generator"].visible.mean == pytest.approx(39 * 0.85, abs=0.3)


def test_spans_fill_their_budget_exactly() -> None:
    share = numbers().sights["spans"].share
    assert (share.low * LENGTH, share.high * LENGTH) == pytest.approx((6, 6))


def test_unilms_turns_are_a_third_a_third_and_two_sixths() -> None:
    counts = {kind: UNILM_TURNS.count(kind) / len(UNILM_TURNS) for kind in UNILM_TURNS}
    assert counts["unilm-bidirectional"] == counts["unilm-seq2seq"] == 1 / 3
    assert counts["unilm-left-to-right"] == counts["unilm-right-to-left"] == 1 / 6


@pytest.mark.parametrize("objective", ROWS)
def test_no_mask_lets_more_through_two_layers_than_through_one(objective: str) -> None:
    for draw in page().drawn(objective)[:6]:
        mask = draw[0].attention.double()
        assert bool(((mask @ mask > 0) <= (mask > 0)).all())


def test_a_coin_loses_ln_2_and_the_base_rate_its_entropy() -> None:
    found = numbers().detection
    assert found.coin == pytest.approx(math.log(2))
    share = found.replaced
    assert found.base_rate == pytest.approx(-share * math.log(share) - (1 - share) * math.log(1 - share))
    assert share == pytest.approx(numbers().sights["electra-generator"].share.mean * (1 - found.hits))
    assert numbers().sights["electra-discriminator"].itself == pytest.approx(1 - share)


def test_gpt2s_row_is_transformers_own_loss() -> None:
    network, words = GPT2LMHeadModel.from_pretrained(TINY / "gpt2-zh"), AutoTokenizer.from_pretrained(TINY / "gpt2-zh")
    rows = torch.tensor([[words.bos_token_id, *words(text, add_special_tokens=False)["input_ids"]] for text in TEXTS])
    with torch.no_grad():
        assert numbers().gpt.nats == pytest.approx(network.eval()(rows, labels=rows).loss.item(), abs=1e-4)


def test_a_grid_marks_what_is_seen_what_is_a_hole_and_what_is_hidden() -> None:
    ids = torch.tensor([2, 10, 11, 12, 3])
    case = Case(ids, torch.tensor([2, 10, 4, 12, 3]), torch.ones(5, 5, dtype=torch.bool).tril(), (2, 3))
    assert grid([case], 3).tolist() == [[1, 0, 0], [SEEN, HOLE, NOT_SEEN], [SEEN, HOLE, SEEN]]


def test_the_committed_picture_is_what_is_drawn() -> None:
    """Another version of matplotlib sets letters otherwise, so a few pixels may differ."""
    drawn, committed = (imread(BytesIO(content)) for content in (picture(), PICTURE.read_bytes()))
    assert drawn.shape == committed.shape
    assert ((drawn - committed) != 0).mean() < 0.02
    assert PICTURE.stat().st_size < 100_000
