"""What to do about errors that students meet often: old tutorials, wrong calls, missing files.

The sentences are fixed, nothing of the message is in them: a hidden check shows them too, and a message could carry its secret inputs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from autograder.text import Text

_RENAMED = {
    "evaluation_strategy": "eval_strategy",
    "no_cuda": "use_cpu",
    "use_mps_device": "use_cpu",
    "warmup_ratio": "warmup_steps",
    "per_gpu_train_batch_size": "per_device_train_batch_size",
    "per_gpu_eval_batch_size": "per_device_eval_batch_size",
    "use_auth_token": "token",
}
_GONE = (
    "overwrite_output_dir",
    "logging_dir",
    "save_safetensors",
    "group_by_length",
    "past_index",
    "push_to_hub_model_id",
)

Match = re.Match[str]
Rule = tuple[str, re.Pattern[str], Callable[[Match], Text]]


def advice(error_type: str, message: str) -> Text | None:
    """What to do about an exception; None where it is not one of those that are known.

    Args:
        error_type: the exception's class name.
        message: its message.

    Example:
        >>> advice("TypeError", "got an unexpected keyword argument 'no_cuda'").en
        'transformers 5 calls the argument no_cuda use_cpu'
    """
    for known, pattern, said in _RULES:
        if error_type == known and (match := pattern.search(message[:4000])) is not None:
            return said(match)
    return None


def nearest_name(function: str, defined: list[str]) -> str | None:
    """The defined name that looks most like the function that is missing.

    Example:
        >>> nearest_name("word_vector", ["wordvector", "main"])
        'wordvector'
    """
    found = get_close_matches(function, defined, n=1, cutoff=0.75)
    return found[0] if found else None


def _unexpected_argument(match: Match) -> Text:
    name = match[1]
    if name in _RENAMED:
        return Text(
            f"transformers 5 里参数 {name} 改名为 {_RENAMED[name]}",
            f"transformers 5 calls the argument {name} {_RENAMED[name]}",
        )
    if name == "tokenizer":
        return Text(
            "transformers 5 的 Trainer 不再有参数 tokenizer，改用 processing_class",
            "the Trainer of transformers 5 has no argument tokenizer; it is processing_class now",
        )
    if name in _GONE:
        return Text(
            f"transformers 5 里没有参数 {name} 了：删掉它",
            f"transformers 5 has no argument {name} any more: leave it out",
        )
    return Text(
        "没有这个名字的参数：请对照题目里的函数签名，或当前版本的文档",
        "there is no argument of that name: compare with the signature in the task, or with the documentation of this version",
    )


def _argument_count(match: Match) -> Text:
    return Text(
        "参数个数不对：函数的参数要和题目里的签名一致",
        "wrong number of arguments: the function must have the parameters of the signature in the task",
    )


def _input(match: Match) -> Text:
    return Text(
        "评分时没有键盘输入：不要调用 input()，数据都由参数给出",
        "there is no keyboard at grading: do not call input(), all data come as arguments",
    )


def _no_file(match: Match) -> Text:
    return Text(
        "文件不在这里：只有练习自带的 data/ 文件夹可用，路径写成相对路径（data/…）",
        "that file is not here: only the exercise's own data/ folder is, by a relative path (data/…)",
    )


def _no_module(match: Match) -> Text:
    return Text(
        "没有安装这个包：评分环境里只有课程用到的包；自己的模块请写进作业里",
        "that package is not installed: grading has the course's packages only; put modules of your own into your work",
    )


def _no_name(match: Match) -> Text:
    return Text(
        "用到了一个没有定义的名字：是不是少了 import，或者定义它的单元格被删掉了、没有运行",
        "a name is used that nothing defines: an import may be missing, or the cell that defines it was deleted or not run",
    )


def _unhashable(match: Match) -> Text:
    return Text(
        "列表（和数组）不能放进集合，也不能作字典的键：先变成元组，如 tuple(x)",
        "lists (and arrays) cannot go into a set or be keys of a dict: make tuples of them first, as in tuple(x)",
    )


def _no_model(match: Match) -> Text:
    return Text(
        "这里不能下载模型：请使用作为参数传入的 model 和 tokenizer，不要在函数里 from_pretrained",
        "no model can be downloaded here: use the model and tokenizer that are passed in, without from_pretrained in the function",
    )


def _rule(error_type: str, pattern: str, said: Callable[[Match], Text]) -> Rule:
    return error_type, re.compile(pattern), said


_NO_HUB = (
    r"(?i)couldn't connect to|huggingface\.co|is not a local folder and is not a valid model"
    r"|can't load (?:the )?(?:configuration|tokenizer|model)"
)
_RULES: tuple[Rule, ...] = (
    _rule("TypeError", r"unexpected keyword argument '(\w{1,80})'", _unexpected_argument),
    _rule("TypeError", r"takes .{0,60}positional arguments? but|missing \d+ required .{0,30}argument", _argument_count),
    _rule("TypeError", r"unhashable type: '(?:list|numpy\.ndarray)'", _unhashable),
    _rule("NameError", r"is not defined", _no_name),
    _rule("EOFError", r"EOF when reading a line", _input),
    _rule("StdinNotImplementedError", r"", _input),
    _rule("OSError", r"(?i)reading from stdin", _input),
    _rule("RuntimeError", r"lost sys\.stdin", _input),
    _rule("FileNotFoundError", r"No such file or directory", _no_file),
    _rule("ModuleNotFoundError", r"No module named", _no_module),
    _rule("OSError", _NO_HUB, _no_model),
    _rule("LocalEntryNotFoundError", r"", _no_model),
    _rule("HFValidationError", r"", _no_model),
)
