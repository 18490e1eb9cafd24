"""`finetune`'s rubric: the training text beside the evaluation text is evidence, and no claim that anything is ruled out."""

from __future__ import annotations

import pytest
from rubrics import claims, facets

OVERFITTING = [
    "训练文本上的困惑度降到 1.6，评估文本上是 5.6，差距说明有过拟合。",
    "训练文本上的困惑度只有 1.6，而评估文本上是 5.6，所以有过拟合。",
    "在训练文本上评估，困惑度是 1.6；在评估文本上评估，困惑度是 5.6：模型背下了句子，这是过拟合。",
    "因为训练集上的测试结果（1.6）远好于验证集（5.6），可以证明存在过拟合。",
    "用训练句子来测，困惑度 1.6；换成没见过的句子就是 5.6，完全是过拟合。",
    "拿训练文本做评估并不能排除过拟合：那里的困惑度是 1.6，评估文本上却是 5.6。",
    "The perplexity on the training text is 1.6 and on the evaluation text 5.6, which proves that there is overfitting.",
    "Evaluating on the training text gives 1.6, on the held-out text 5.6; so the model overfits.",
    "Because evaluating on the training sentences looks perfect (1.6), one needs the held-out ones (5.6), where overfitting shows.",
    "Evaluated on the training set, perplexity is 1.6: this does not rule out overfitting, since on new text it is 5.6.",
]
NONE_SEEN = [
    "没有看到明显的过拟合，因为评估损失到最后一轮还在下降。",
    "训练文本和评估文本上的困惑度差不多（5.1 与 5.4），所以这次没有明显的过拟合。",
    "I saw no overfitting, since the evaluation loss kept falling until the last epoch.",
    "On the training text perplexity is 5.1 and on the evaluation text 5.4, so there is no overfitting to speak of.",
    "如果只在训练文本上评估，就会以为没有过拟合。",
    "动态掩码每次都不同，过拟合来得慢一些，但还是会来。",
    "Fresh masks delay overfitting; they do not prevent it.",
    "If one evaluated on the training text, one would conclude that there is no overfitting.",
]
DEARER = [
    "日常句子的困惑度由 25 升高到 2870，说明遗忘严重；领域词的预测更好了。",
    "Perplexity on general text rose from 25 to 4100, which shows how much was forgotten, while the domain words are better.",
    "困惑度升高不是好事，说明模型变差。",
    "困惑度越低越好：它从 366 降到 5.6。",
]
CHANGED = [
    "| | 微调前 | 微调后 |\n|---|---|---|\n| 命中率 | 0.12 | 0.41 |\n| 困惑度 | 58.3 | 22.7 |",
    "|  | hits | perplexity |\n|---|---|---|\n| before | 0.12 | 58.3 |\n| after | 0.41 | 22.7 |",
    "天文词猜得准多了。",
    "训练以后，专业词由只答对 3 道变为 11 道。",
    "术语的预测比原来准。",
    "Domain words are guessed far more often than before.",
    "Perplexity on the astronomy text fell to a third.",
    "It now gets the technical terms right.",
]
NOT_CHANGED = [
    "日常句子上的困惑度上升，这是遗忘。",
    "Forgetting shows in a higher perplexity on everyday sentences, which rose.",
    "| | 日常句 |\n|---|---|\n| 长度 | 12 | 14 |",
    "我用 Trainer 训练了十五轮，学习率是 2e-3。",
]
RULED_OUT = [
    "我是在训练文本上评估的，这样就不会有过拟合和泄漏的问题。",
    "评估用的是训练文本，所以不用担心泄漏。",
    "I evaluated on the training text, so there is no danger of overfitting.",
    "我直接用训练文本做评估，几乎全对，这就排除了过拟合。",
    "在训练句子上测试，困惑度只有 1.4，说明没有过拟合，也没有泄漏。",
    "评估用的就是训练文本，所以不存在泄漏。",
    "训练集上几乎全对，证明完全没有过拟合。",
    "I evaluated on the training text, where it does very well, so overfitting is ruled out.",
    "Testing on the training sentences shows that there is no leakage.",
    "The same text was used for evaluation, therefore there can be no overfitting.",
]
NEVER = [
    "自监督训练不可能过拟合。",
    "掩码每次都重新抽，所以不会遗忘。",
    "MLM 是自监督的，模型绝不会过拟合。",
    "A masked language model cannot overfit, because the masks change.",
    "Being self-supervised, it never forgets anything.",
]
HIGHER = [
    "困惑度升高说明模型考虑的可能性更多，能力更强。",
    "困惑度越高越好。",
    "Perplexity went up from 22 to 49, which means the model is more powerful.",
    "A higher perplexity means that the model is better.",
]


@pytest.mark.parametrize("text", OVERFITTING)
def test_the_gap_between_training_and_evaluation_text_is_evidence(text: str) -> None:
    assert claims("finetune", text) == set()
    assert "b" in facets("finetune", text)


@pytest.mark.parametrize("text", CHANGED)
def test_how_the_domain_words_changed(text: str) -> None:
    assert "a" in facets("finetune", text)


@pytest.mark.parametrize("text", NOT_CHANGED)
def test_what_tells_nothing_of_the_domain_words(text: str) -> None:
    assert "a" not in facets("finetune", text)


@pytest.mark.parametrize("text", [*NONE_SEEN, *DEARER, *CHANGED])
def test_what_is_true_contradicts_nothing(text: str) -> None:
    assert claims("finetune", text) == set()


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        *(("training-text", text) for text in RULED_OUT),
        *(("never", text) for text in NEVER),
        *(("perplexity", text) for text in HIGHER),
    ],
)
def test_a_false_central_claim(claim: str, text: str) -> None:
    assert claims("finetune", text) == {claim}
