"""What the student reads of each facet: their own sentence where it is said, and what is missing where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from autograder.exercise import load
from autograder.report.pages import both
from autograder.text import Text
from autograder.written import score_written

NUMBERS = "平均熵分别是 0.15、2.31 和 4.97 nats。"
COLD = "温度 0.1 时 GPT-2 的輸出一直重复同一句话。"
MILD = "At 0.8 the text is Fluent and varied."
WARM = "1.5 时语句混乱不成句，读不懂。"
WHY = "因为 logits 先除以 T 再做 softmax，低温使分布变尖，概率集中在最高的词上，高温使分布变平。"


def facets(text: str) -> dict[str, Any]:
    """The facets of an analysis for `sampling`."""
    return score_written(text, load("sampling")).facets


def test_a_facet_that_is_found_quotes_the_sentence_that_says_it() -> None:
    found = facets(COLD + MILD + "\n" + WARM + WHY + NUMBERS)
    assert found["a"]["found"]["zh"] == f"已写到：“{COLD}”"
    assert found["a"]["found"]["en"] == f"said: “{COLD}”"
    assert MILD in found["b"]["found"]["en"]
    assert WARM in found["c"]["found"]["zh"]
    assert found["c"]["missing"] is None


def test_a_facet_that_is_missing_quotes_nothing() -> None:
    missing = facets(COLD + WARM + WHY + WHY)["b"]
    assert (missing["found"], missing["points"]) == (None, 0)
    assert missing["missing"] == {"zh": "没有找到", "en": "not found"}


def test_what_a_false_claim_undoes_is_told_apart_from_what_is_missing() -> None:
    claim = "温度高还会更新模型的权重。"
    undone = facets(COLD + MILD + "\n" + WARM + WHY + NUMBERS + claim)["d"]
    assert undone["points"] == 0
    assert "矛盾" in undone["missing"]["zh"]
    assert "contradicts" in undone["missing"]["en"]


def test_a_long_sentence_is_quoted_shortened() -> None:
    long = COLD.rstrip("。") + "，它绕着同一个词打转" * 30 + "。"
    said = facets(long + WHY)["a"]["found"]["zh"]
    assert len(said) < 100
    assert said.endswith("…”")


@pytest.mark.parametrize("sign", ["<b onclick=x>", "{quote}", "`", "$"])
def test_signs_in_an_answer_do_no_harm_to_the_quote(sign: str) -> None:
    said = facets(f"温度 0.1 {sign} 时输出一直重复同一句话。" + WHY)["a"]["found"]["zh"]
    assert "时输出一直重复同一句话" in said


def test_every_quote_is_made_of_the_answers_own_words() -> None:
    text = COLD + MILD + "\n" + WARM + WHY + NUMBERS
    for facet in facets(text).values():
        quote = facet["found"]["zh"].removeprefix("已写到：“").removesuffix("”")
        assert quote.rstrip("…") in text


def test_a_page_shows_a_quote_escaped() -> None:
    found = facets("温度 0.1 时输出一直重复，top-1 > 0.9 & 熵 < 0.2。" + WHY)["a"]["found"]
    page = str(both(Text.from_json(found)))
    assert "&gt; 0.9 &amp; 熵 &lt; 0.2" in page
