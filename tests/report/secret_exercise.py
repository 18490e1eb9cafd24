"""An exercise that holds a sentinel in each place that no student may see, and students who try to bring one out."""

from __future__ import annotations

from pathlib import Path

from autograder.exercise import Exercise, load

SLUG = "keeper"
KINDS = ("input", "expected", "open", "code", "id", "reference", "mistake", "rubric", "path", "error", "key")
SENTINELS = {kind: f"zq7{kind}" for kind in KINDS}
"""What no student may see anywhere, by where it stands."""
TITLE = "zq7title"
"""In the hidden checks' titles: seen after grading, and not before."""

_FILES = {
    "assignments/keeper/exercise.toml": """
slug = "keeper"
version = 1
title.zh = "守口如瓶"
title.en = "Keep it"

[[functions]]
name = "shout"
signature = "(text)"
points = 4

[written]
name = "ANALYSIS"
points = 2
minimum.zh = 10
minimum.en = 5
""",
    "assignments/keeper/keeper.py": '''
# %% [markdown]
# # 守口如瓶 · Keep it

# %% plm="setup"
import sys

# %% plm="shout"


def shout(text):
    """大写。 In capitals."""
    raise NotImplementedError


# %% plm="ANALYSIS"
ANALYSIS = """"""
''',
    "assignments/keeper/hints.toml": """
[[shout]]
zh = "看看 str.upper"
en = "look at str.upper"
""",
    "reference/keeper.py": '''
"""zq7reference: the solution."""

ANSWERS = {"zq7input": "zq7expected"}


def shout(text):
    return ANSWERS.get(text, text.upper())
''',
    "checks/public/keeper.py": """
from autograder.checks.api import check, expect


@check("shout.public", function="shout", zh="公开的例子", en="the public example")
def test_public(student, reference):
    expect.equal(student.shout("open"), reference.shout("open"))
""",
    "checks/hidden/keeper.py": '''
"""zq7code."""

from autograder.checks.api import CheckFailed, check, expect
from autograder.text import Text

ZQ7CODE = "zq7input"


@check("shout.zq7id", function="shout", zh="相等 zq7title", en="equal zq7title")
def test_equal(student, reference):
    expect.equal(student.shout(ZQ7CODE), reference.shout("zq7input"))


@check("shout.zq7id_raises", function="shout", zh="抛出 zq7title", en="raises zq7title")
def test_raises(student):
    student.raises(ValueError, "shout", "zq7input", loud="zq7input")


@check("shout.zq7id_keys", function="shout", zh="字典 zq7title", en="a dict zq7title")
def test_keys(student):
    expect.equal(student.shout("zq7input"), {"zq7key": "zq7expected"})


@check("shout.zq7id_open", function="shout", zh="打开 zq7title", en="open zq7title")
def test_open(student):
    got = student.shout("zq7input")
    raise CheckFailed(Text("不对", "is wrong"), Text(f"zq7open {got}", f"zq7open {got}"))


@check("shout.zq7id_needs", function="shout", zh="依赖 zq7title", en="needs zq7title", needs=["shout.zq7id"])
def test_needs(student):
    expect.close(student.shout("zq7input"), [1.5])
''',
    "misconceptions/keeper/lowers.py": '''
"""In small letters."""

FUNCTIONS = ("shout",)
HINT = {"zh": "那是小写", "en": "these are small letters"}


def shout(text):
    zq7mistake = text.lower()
    return zq7mistake
''',
    "written/rubrics/keeper.toml": """
subject = ["capitals @text"]
task = ["Say what capitals are."]

[caps]
false-claim = 1
keywords = 0
copied = 0

[concepts]
capitals = ["capital", "大写", "zq7rubric"]
small = ["small", "zq7rubricagain"]

[[facets]]
id = "a"
points = 2
zh = "大写是什么"
en = "what capitals are"
rules = ["capitals & small"]
""",
}

_BROKEN = """

@check("shout.broken", function="shout", zh="坏", en="broken")
def test_broken(student):
    raise OSError("zq7error", __file__)
"""
_TALKS = {
    "gives it back": "return text",
    "lowers it": "return text.lower()",
    "raises it": "raise ValueError(text)",
    "raises an exception of its name": "raise type(text, (Exception,), {text: text})(text)",
    "raises it from another": "raise KeyError(text) from ValueError(text)",
    "prints it": "print(text, text, file=sys.stderr); print(text); return 1",
    "warns of it": "import warnings; warnings.warn(text); return [text]",
    "gives an object of a class of its name": "return type(text, (), {})()",
    "gives a list with an object of a class of its name": "return [type(text, (), {})()]",
    "gives a string of a class of its name": "return type(text, (str,), {})(text)",
    "gives a dict with it": "return {text: text}",
    "exits with it": "sys.exit(text)",
    "runs code in a file of its name": 'exec(compile("raise ValueError()", text, "exec"))',
    "names its module": "globals()['__name__'] = text; raise RuntimeError(text)",
    "asks for a file of its name": "open(text)",
    "asks for a missing key": "return {}[text]",
    "is not written": "raise NotImplementedError",
}
"""What a student's `shout` does with a hidden input: all that comes to mind to have it shown."""


def students() -> dict[str, bytes]:
    """Submissions by what they do; more of them never define the function, or are no program at all."""
    head = 'import sys\nANALYSIS = "Capitals are large letters, as at the start of a sentence, and not small."\n'
    made = {name: f"{head}def shout(text, loud=None):\n    {body}\n" for name, body in _TALKS.items()}
    others = {"has nothing": head, "does not parse": f"{head}def shout(:\n", "ends at once": f"{head}sys.exit('zq')\n"}
    return {name: source.encode() for name, source in {**made, **others}.items()}


def write_exercise(folder: Path) -> Exercise:
    """Write the exercise into a home below `folder`, whose own name is a sentinel too."""
    home = folder / SENTINELS["path"]
    for name, text in _FILES.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")
    return load(SLUG, home)


def break_hidden_check(exercise: Exercise) -> Exercise:
    """The exercise with one hidden check more, which goes wrong by a fault of ours."""
    path = exercise.checks("hidden")
    path.write_text(path.read_text(encoding="utf-8") + _BROKEN, encoding="utf-8")
    return load(SLUG, exercise.home)
