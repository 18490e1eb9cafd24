"""A command line that cannot be: one line in the language of the command, the nearest right word, where help is, exit code 2."""

from __future__ import annotations

import pytest
import typer

from autograder.cli.misuse import said_of
from tests.cli.conftest import Plm

Words = list[str]


@pytest.mark.parametrize(
    ("words", "chinese", "english"),
    [
        (
            ["check", "polysemy", "--langg", "en"],
            "没有选项 --langg（是不是 --lang？）；用法见 plm check --help",
            "no such option: --langg (did you mean --lang?); see plm check --help",
        ),
        (
            ["pack", "--outputs=x", "polysemy"],
            "没有选项 --outputs（是不是 --output？）；用法见 plm pack --help",
            "no such option: --outputs (did you mean --output?); see plm pack --help",
        ),
        (["hint", "polysemy", "-q"], "没有选项 -q；用法见 plm hint --help", "no such option: -q; see plm hint --help"),
        (["watch"], "缺少参数 'slug'；用法见 plm watch --help", "the argument 'slug' is missing; see plm watch --help"),
        (["check", "--lang"], "选项 --lang 后面要有一个值", "the option --lang needs a value"),
        (["check", "polysemy", "--json=1"], "选项 --json 不带值", "the option --json takes no value"),
        (
            ["hint", "polysemy", "token_span", "now"],
            "多出了参数 now；用法见 plm hint --help",
            "more arguments than it takes: now; see plm hint --help",
        ),
        (
            ["models", "list", "--profile", "big"],
            "'--profile'的值不对：只能是 tiny, small, hub 之一；用法见 plm models list --help",
            "'--profile' has a wrong value: choose one of tiny, small, hub; see plm models list --help",
        ),
        (
            ["chek", "polysemy"],
            "没有命令 chek（是不是 check？）；用法见 plm --help",
            "no such command: chek (did you mean check?); see plm --help",
        ),
        (
            ["models", "ftch"],
            "没有命令 ftch（是不是 fetch？）；用法见 plm models --help",
            "no such command: ftch (did you mean fetch?); see plm models --help",
        ),
        (["check", "polysemi"], "（是不是 polysemy？）", " (did you mean polysemy?)"),
        (["check", "polysemy.word_vector"], "（是不是 polysemy？）", " (did you mean polysemy?)"),
        (["pack", "polysemy.ipynb"], "（是不是 polysemy？）", " (did you mean polysemy?)"),
        (["hint", "polysemy", "token_spam"], "（是不是 token_span？）", " (did you mean token_span?)"),
        (
            ["grade", "course", "--workers", "0"],
            "；用法见 plm grade --help",
            "'--workers' has a wrong value (Input should be greater than or equal to 1); see plm grade --help",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_the_nearest_right_word(
    words: Words, chinese: str, english: str, plm: Plm, monkeypatch: pytest.MonkeyPatch
) -> None:
    for lang, said in (("zh", chinese), ("en", english)):
        monkeypatch.setenv("PLM_LANG", lang)
        done = plm(*words)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("plm: ")
        assert done.err.endswith(f"{said}\n")


def test_a_command_without_a_language_speaks_english(plm: Plm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLM_LANG")
    assert (
        plm("selftest", "--onyl", "x").err
        == "plm: no such option: --onyl (did you mean --only?); see plm selftest --help\n"
    )


def test_a_language_that_there_is_not_is_refused_in_the_usual_one(plm: Plm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLM_LANG")
    assert (
        plm("check", "polysemy", "--lang", "fr").err
        == "plm: '--lang'（或环境变量 PLM_LANG）的值不对：只能是 zh, en 之一；用法见 plm check --help\n"
    )


def test_the_option_decides_wherever_it_stands(plm: Plm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLM_LANG", "en")
    assert plm("watch", "--lang", "zh").err.startswith("plm: 缺少参数")
    monkeypatch.setenv("PLM_LANG", "zh")
    assert plm("watch", "--lang=en").err.startswith("plm: the argument")


@pytest.mark.parametrize("words", [(), ("models",)])
def test_no_words_at_all_bring_the_help(words: tuple[str, ...], plm: Plm) -> None:
    done = plm(*words)
    assert (done.code, done.err) == (2, "")
    assert "Usage: plm" in done.out


def test_what_typer_may_say_besides_comes_with_its_own_words() -> None:
    said = said_of(typer.TyperException("the moon is full"))
    assert said is not None
    assert (said.zh, said.en) == ("命令写得不对（the moon is full）", "the moon is full")
