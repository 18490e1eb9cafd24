"""The student package's own README, in both languages."""

from collections.abc import Sequence

from autograder.exercise import Exercise

_README = """# 预训练语言模型：练习 · Pretrained language models: exercises

## 开始 · Begin
需要 Python 3.11 或更新的版本。在解压出来的文件夹里 · Python 3.11 or newer is needed. In the unpacked folder:

```
python3 -m venv .venv                  # Windows: py -m venv .venv
source .venv/bin/activate              # Windows: .venv\\Scripts\\activate
pip install ./WHEEL jupyterlab
jupyter lab                            # 打开 open SLUG/SLUG.ipynb
```
安装要下载几百 MB（主要是 torch）；在 Linux 上，若 pip 要装带 CUDA 的 torch（几 GB），先按 pytorch.org 的说明装 CPU 版。
It downloads some hundred MB, torch most of it; on Linux, where pip would take torch with CUDA (several GB), install the CPU build first as
pytorch.org tells.

以后每次打开新的终端，先运行第二行（激活环境）。 In each new terminal run the second line again first (it activates the environment).

每个文件夹是一个练习：先读 `task.zh.md`，再做笔记本（`.ipynb`）或脚本（`.py`），二选一。
Each folder is one exercise: read `task.en.md`, then work in the notebook (`.ipynb`) or the script (`.py`), whichever you like.

EXERCISES

在 Colab 上：把整个文件夹上传，打开笔记本，先运行第一个代码格。
On Colab: upload the whole folder, open the notebook, run its first code cell.

## 检查自己 · Check yourself
在练习的文件夹里 · in the exercise's folder:

```
plm check SLUG              # 公开检查 · the public checks
plm watch SLUG              # 每次保存后自动检查 · again at each save
plm hint SLUG               # 一步一步的提示 · hints, one step at a time
plm pack SLUG               # 检查并打包，附回执 · verify and pack, with a receipt
```
加 `--lang en` 得到英文输出。 `--lang en` prints in English.

在笔记本里，每个函数后面都有一个检查格；也可以写 `from autograder import check; check("SLUG.FUNCTION")`。
In the notebook a check cell follows each function; `from autograder import check; check("SLUG.FUNCTION")` does the same.

公开检查全部通过不等于满分：评分时还会运行更多检查，它们只检查题目里写明的内容。
All public checks passing is not yet full marks: more checks run at grading, and they test only what the task says.

## 交作业 · Hand in
交 `plm pack` 生成的 zip，或者笔记本（脚本）本身。文件名不要改。
Hand in the zip that `plm pack` makes, or the notebook (or script) itself. Keep the file's name.
"""


def readme(exercises: Sequence[Exercise], wheel: str) -> str:
    """The text, with a list of the exercises; its examples are of the first.

    Args:
        exercises: what is in the package, at least one.
        wheel: the wheel's file name, in full: not every shell replaces a star in it.
    """
    first = exercises[0]
    text = _README.replace("WHEEL", wheel).replace("EXERCISES", "\n".join(map(_line, exercises)))
    return text.replace("SLUG", first.slug).replace("FUNCTION", first.functions[0].name)


def _line(exercise: Exercise) -> str:
    return f"- `{exercise.slug}`: {exercise.title.zh} · {exercise.title.en}"
