"""What is wrong with a command line, as one sentence in both languages in place of typer's English ones."""

from __future__ import annotations

import re

from typer import BadParameter, TyperException
from typer._click.exceptions import (  # typer's own copy of click; of these it makes only BadParameter public
    BadOptionUsage,
    MissingParameter,
    NoArgsIsHelpError,
    NoSuchOption,
    UsageError,
)
from typer.core import TyperGroup

from autograder.errors import nearest
from autograder.text import Lang, Text

_HELP = Text("；用法见 {command} --help", "; see {command} --help")
_NO_COMMAND = re.compile(r"No such command (['\"])(?P<name>.*?)\1")
_TOO_MANY = re.compile(r"Got unexpected extra argument\(s\) \((?P<words>.*)\)")


def said_of(error: TyperException) -> Text | None:
    """The sentence for an error that typer raised; None where typer has printed the help already.

    Example:
        >>> said_of(NoSuchOption("--out", possibilities=["--output"])).en
        'no such option: --out (did you mean --output?)'
    """
    if isinstance(error, NoArgsIsHelpError):
        return None
    said = _sentence(error)
    context = error.ctx if isinstance(error, UsageError) else None
    if context is None:
        return said
    parts = ((said.zh, _HELP.zh), (said.en, _HELP.en))
    return Text(*(f"{words}{see.format(command=context.command_path)}" for words, see in parts))


def speaks(error: TyperException, asked: Lang) -> Lang:
    """The language for it: the one asked for, but English where the command has no other."""
    context = error.ctx if isinstance(error, UsageError) else None
    if context is None or isinstance(context.command, TyperGroup):
        return asked
    return asked if any(param.name == "lang" for param in context.command.params) else "en"


def _sentence(error: TyperException) -> Text:
    if isinstance(error, NoSuchOption):
        return _no_such_option(error)
    if isinstance(error, MissingParameter):
        return _missing(error)
    if isinstance(error, BadParameter):
        return _bad_value(error)
    if isinstance(error, BadOptionUsage):
        return _bad_use(error)
    return _other(error)


def _no_such_option(error: NoSuchOption) -> Text:
    name, near = error.option_name, nearest(error.option_name, error.possibilities or ())
    return Text(f"没有选项 {name}{near.zh}", f"no such option: {name}{near.en}")


def _missing(error: MissingParameter) -> Text:
    name = _name(error)
    if error.param and error.param.param_type_name == "option":
        return Text(f"缺少选项 {name.zh}", f"the option {name.en} is missing")
    return Text(f"缺少参数 {name.zh}", f"the argument {name.en} is missing")


def _bad_value(error: BadParameter) -> Text:
    name = _name(error)
    choices = error.param.type_descriptor.choices if error.param and error.param.type_descriptor.is_choice else None
    if choices:
        wanted = ", ".join(str(choice) for choice in choices)
        return Text(f"{name.zh}的值不对：只能是 {wanted} 之一", f"{name.en} has a wrong value: choose one of {wanted}")
    return Text(f"{name.zh}的值不对（{error.message}）", f"{name.en} has a wrong value ({error.message})")


def _name(error: BadParameter) -> Text:
    """An argument, or an option with the environment variable that may stand for it."""
    name = error.param.get_error_hint().partition(" (env var")[0] if error.param else ""
    variable = error.param.envvar if error.param else None
    if not variable:
        return Text(name, name)
    return Text(f"{name}（或环境变量 {variable}）", f"{name} (or the variable {variable})")


def _bad_use(error: BadOptionUsage) -> Text:
    name = error.option_name
    if "requires" in error.message:
        return Text(f"选项 {name} 后面要有一个值", f"the option {name} needs a value")
    return Text(f"选项 {name} 不带值", f"the option {name} takes no value")


def _other(error: TyperException) -> Text:
    """Of what remains, typer says in its message alone what it is."""
    context = error.ctx if isinstance(error, UsageError) else None
    if (found := _NO_COMMAND.match(error.message)) and context and isinstance(context.command, TyperGroup):
        near = nearest(found["name"], context.command.commands)
        return Text(f"没有命令 {found['name']}{near.zh}", f"no such command: {found['name']}{near.en}")
    if found := _TOO_MANY.match(error.message):
        return Text(f"多出了参数 {found['words']}", f"more arguments than it takes: {found['words']}")
    return Text(f"命令写得不对（{error.message}）", error.message)
