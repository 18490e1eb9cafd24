"""What a student reads when something common goes wrong, in both languages, through the whole way of a submission."""

from __future__ import annotations

import pytest

from autograder.exercise import Exercise
from autograder.grade import PUBLIC, Grader
from autograder.text import Text

COSINE = "def cosine_similarity(u, v):\n    {}\n"
CASES = {
    "an argument of transformers 4": (
        COSINE.format("import transformers\n    transformers.TrainingArguments('.', evaluation_strategy='epoch')"),
        Text("eval_strategy", "eval_strategy"),
    ),
    "Trainer(tokenizer=...)": (
        COSINE.format("import transformers\n    transformers.Trainer(tokenizer=None)"),
        Text("processing_class", "processing_class"),
    ),
    "no return": (COSINE.format("float(u @ v)"), Text("忘了 return", "`return` missing")),
    "a renamed function": (
        "def cosine_similarities(u, v):\n    return 1.0\n",
        Text("你定义了 cosine_similarities", "you defined cosine_similarities"),
    ),
    "a parameter too few": ("def cosine_similarity(u):\n    return 1.0\n", Text("参数个数不对", "number of arguments")),
    "a syntax error": ("x = 1\ndef cosine_similarity(u, v):\n    return (u\n", Text("第", "line")),
    "input()": (COSINE.format("return float(input())"), Text("input()", "input()")),
    "a file that is not in the package": (
        COSINE.format("return float(open('my_numbers.txt').read())"),
        Text("data/", "data/"),
    ),
    "an absolute path of a laptop": (
        COSINE.format("return float(open('C:/Users/me/data.txt').read())"),
        Text("data/", "data/"),
    ),
    "a package that is not there": (COSINE.format("import my_helpers"), Text("没有安装", "not installed")),
    "a model that is not there": (
        COSINE.format("from transformers import AutoModel\n    AutoModel.from_pretrained('bert-base-chinese')"),
        Text("from_pretrained", "from_pretrained"),
    ),
    "a name that nothing defines": (COSINE.format("return float(np.dot(u, v))"), Text("少了 import", "import may be")),
    "nothing written yet": (COSINE.format("raise NotImplementedError"), Text("还没有写", "not written yet")),
}


@pytest.mark.parametrize("case", CASES)
def test_a_common_mistake_is_explained(case: str, grader: Grader, polysemy: Exercise) -> None:
    source, expected = CASES[case]
    program = f"import torch\n\n{source}".encode()
    record = grader.grade(program, "polysemy.py", polysemy, PUBLIC, frozenset(("cosine_similarity",)))
    reasons = [check.reason for check in record.functions["cosine_similarity"].checks if not check.passed]
    said = [text for text in (*reasons, *record.notes) if text is not None]
    assert record.status == "graded"
    assert any(expected.zh in text.zh for text in said), said
    assert any(expected.en in text.en for text in said), said
