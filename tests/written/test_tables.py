"""A table's cells are read with their heads."""

from __future__ import annotations

from rubrics import facets

from autograder.written.normal import read_answer
from autograder.written.tables import told

HEAD = ["| T | 熵 | 样子 |", "|---|---|---|"]


def test_each_cell_is_told_with_its_rows_and_its_columns_head() -> None:
    assert told([*HEAD, "| 0.1 | 0.2 | 重复 |", "| 1.5 | 5.0 | 乱 |", "完。"]) == [
        *HEAD,
        "T 0.1 熵 0.2，T 0.1 样子 重复",
        "T 1.5 熵 5.0，T 1.5 样子 乱",
        "完。",
    ]


def test_an_empty_head_and_bars_left_out_at_the_edges_do_no_harm() -> None:
    assert (
        told(["| | MLM | SBO |", ":--|:-:|--:", "masked | tokens | spans"])[2] == "masked MLM tokens，masked SBO spans"
    )


def test_what_is_no_table_stays_as_it_is() -> None:
    for parts in (
        ["a | b", "c | d"],
        ["| a | b |", "|---|---|", "| a | b | c |"],
        ["一句。", "二句。"],
        ["|---|---|"],
        [],
    ):
        assert told(parts) == parts


def test_a_row_behind_the_table_is_none() -> None:
    assert told([*HEAD, "完。", "| 0.1 | 0.2 | 重复 |"])[3] == "| 0.1 | 0.2 | 重复 |"


def test_an_answer_grows_no_further_than_a_bound() -> None:
    wide = ["|".join(["x" * 40] * 16), "|".join(["--"] * 16), *["|".join(["y"] * 16)] * 300]
    assert sum(map(len, told(wide))) < 60_000
    long = ["|".join(["x" * 41] * 3), "--|--|--", "a|b|c"]
    assert told(long) == long
    assert told(["a|b|c", "--|--|--", f"{'y' * 41}|b|c"])[2] == f"{'y' * 41}|b|c"


def test_the_students_own_letters_are_quoted_and_not_what_is_told() -> None:
    answer = read_answer("\n".join([*HEAD, "| 0.1 | 0.2 | 重复 |"]))
    assert answer.own[2] == "| 0.1 | 0.2 | 重复 |"
    assert answer.sentences[2] == "t 0.1 熵 0.2,t 0.1 样子 重复"
    assert len(answer.own) == len(answer.sentences)


def test_a_rubric_reads_a_table() -> None:
    assert "f" in facets(
        "sbo", "| | BERT's MLM | SBO |\n|---|---|---|\n| masked | scattered tokens | a contiguous span |"
    )
    assert "b" in facets("polysemy", "| 层 | 银行 |\n|---|---|\n| 0 | 0.99 |\n| 12 | 0.83 |")
