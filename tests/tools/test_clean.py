"""Cleaning keeps whole sentences and nothing twice; what exercises measure with never gets into the training text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.pretrain import clean, readers
from tools.pretrain.sentences import expand, own_documents, parse

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("paragraph", "sentences"),
    [
        ("你可以用 GPU 训练模型.这样快得多。", ["你可以用GPU训练模型.这样快得多。"]),
        ("如果没有路径参数，缺省用当前目录。如果没有表达式，", ["如果没有路径参数，缺省用当前目录。"]),
        (r"用 '\-print' 动作打印文件名和目录名。", []),
        ("lllll st 用法", []),
        ("太短了。", []),
        ("“我们必须马上出发！”国王对士兵们说道。", ["“我们必须马上出发！”", "国王对士兵们说道。"]),
    ],
)
def test_chinese_sentences_are_whole_and_free_of_markup(paragraph: str, sentences: list[str]) -> None:
    assert clean.sentences_zh(paragraph) == sentences


def test_english_sentences_have_straight_quotes_and_no_addresses() -> None:
    paragraph = "She said “no” and left the room.  See http://example.org for more of it. It’s a very good day!"
    assert clean.sentences_en(paragraph) == ['She said "no" and left the room.', "It's a very good day!"]


def test_repeated_and_banned_sentences_are_dropped() -> None:
    raw = [["今年的苹果又大又红。", "我在银行存了很多钱。"], ["今年的苹果，又大又红！"]]
    kept = list(clean.clean_documents(raw, "zh", set(), frozenset({"我在银行存了很多钱"})))
    assert kept == [["今年的苹果又大又红。"]]


def test_documents_survive_the_file(tmp_path: Path) -> None:
    docs = [["第一句。", "第二句。"], ["另一篇。"]]
    clean.write_lines(tmp_path / "text.txt", docs)
    assert clean.read_lines(tmp_path / "text.txt") == docs


def test_about_four_in_a_hundred_documents_are_held_out() -> None:
    share = sum(clean.held_out(str(number)) for number in range(5000)) / 5000
    assert 0.03 < share < 0.05


def test_no_own_sentence_holds_one_that_an_exercise_measures_with() -> None:
    banned = clean.evaluation_sentences(ROOT / "assignments")
    own = clean.clean_documents(own_documents("zh"), "zh", set(), banned)
    squeezed = [clean.squeeze(text) for doc in own for text in doc]
    senses = json.loads((ROOT / "assignments/polysemy/data/senses.json").read_text(encoding="utf-8"))["zh"]
    marked = [text for item in senses for sense in item["senses"] for text in sense["sentences"]]
    measured = [key for key in map(clean.squeeze, marked) if len(key) >= clean.MIN_BANNED]
    assert len(squeezed) > 5000
    assert len(measured) > 200
    assert not [text for text in squeezed if any(key in text for key in measured)]


def test_a_grammar_expands_definitions_and_choices() -> None:
    import random

    definitions, patterns = parse("人 = 我|他\n\n# 注释\n{人}(吃|买)了苹果。\n")
    assert patterns == ["{人}(吃|买)了苹果。"]
    assert set(expand(patterns[0], definitions, random.Random(0))) == {
        "我吃了苹果。",
        "我买了苹果。",
        "他吃了苹果。",
        "他买了苹果。",
    }


def test_own_sentences_are_the_same_each_time() -> None:
    assert own_documents("zh") == own_documents("zh")


def test_html_listings_and_scripts_are_left_out(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>第一<b>段</b>。</p><pre>ls -l</pre><script>x</script><li>第二段。</li>", encoding="utf-8")
    assert list(readers.read_html(page)) == [["第一段。", "第二段。"]]
