"""`finetune`'s rubric: the training text beside the evaluation text is evidence, and no claim that anything is ruled out."""

from __future__ import annotations

import pytest
from rubrics import claims, facets, is_near_a_claim

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
    "评估文本上的困惑度一直在降，所以没有过拟合的迹象。",
    "训练损失和评估损失几乎同步，暂时没有过拟合。",
    "日常句子的困惑度从 31 升到 33，几乎没有遗忘。",
    "有没有泄漏？我查了，两份文本没有相同的句子。",
    "困惑度从 212 降到 7，效果好。",
    "日常文本的困惑度升了三倍，领域词却预测得更好。",
    "在训练文本上评估会掩盖过拟合，所以我用评估文本。",
    "训练文本上 1.4，评估文本上 8.8，这个差距就是过拟合。",
    "The evaluation loss fell in every epoch, so I see no overfitting yet.",
    "I checked for leakage: no sentence occurs in both files.",
    "Perplexity fell from 212 to 7, a great success.",
    "General perplexity tripled while the domain words got better.",
    "Evaluating on the training text would hide overfitting, so I used the other one.",
    "Forgetting is small: everyday perplexity went from 31 to 33.",
    "To avoid overfitting I stopped after 5 epochs.",
    "为了避免过拟合，我在第 5 轮就停了。",
    "混入日常文本可以防止遗忘。",
    "Mixing in ordinary text prevents forgetting.",
    "MLM can overfit like any other training: the loss on the evaluation text turned at epoch 6.",
    "It is wrong to say that MLM cannot overfit.",
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
    "命中率从 0.31 变为 0.25，领域词的预测变差了。",
    "命中率从 0.02 升到 0.85，困惑度从 212 降到 7。",
    "Accuracy went from 0.31 to 0.25: worse.",
    "Domain words hardly changed, 31 of 80 before and 33 after.",
    "After training it fills most gaps with the right star.",
    "Of eighty blanks it filled one; afterwards sixty-six.",
    "八十道题里原来只对一道，现在对了六十六道。",
    "Hits: 3 of 80 before, 63 of 80 after. Better, then.",
    "准确律训练前是 0.0125，训练后是 0.725，提高了很多。",
    "天文词现在大多能填对。",
    "领域词的命中从 2 道升到 70 道。",
    "专业词汇几乎没有变化。",
    "天文的空越填越准。",
    "原来一个天文词都填不出，现在十个里能对八个。",
    "The share of correct astronomy terms tripled.",
    "Domain accuracy barely moved.",
    'Where it used to say "people", it now says "nebula".',
]
NOT_CHANGED = [
    "日常句子上的困惑度上升，这是遗忘。",
    "Forgetting shows in a higher perplexity on everyday sentences, which rose.",
    "| | 日常句 |\n|---|---|\n| 长度 | 12 | 14 |",
    "我用 Trainer 训练了十五轮，学习率是 2e-3。",
]
LOST = [
    "评估损失从第三轮开始抬头，训练损失还在降，这是过拟合。",
    "日常句子的困惑度从 30 涨到 110，旧知识丢了不少。",
    "训练句和考题只差两个字，所以分数有水分。",
    "它现在什么空都填“星”，连菜名都不会填了。",
    "训练文本和评估文本句式相同，存在泄漏，分数偏高。",
    "模型只见过两百句话，很容易把它们背下来。",
    "Loss on the training text is 0.3 and 2.4 on the other, so it has memorised.",
    "Everyday sentences suffered: 9 of 24 right before, 2 after.",
    "The test sentences are near copies of the training ones, which inflates the score.",
    "Overfitting and forgetting both show: the evaluation loss turns at epoch 5, and ordinary sentences went from 30 to 110.",
    "It answers star to everything now, even in a recipe.",
    "过拟合和遗忘都看得到：评估损失第 5 轮掉头，日常句的困惑度从 30 升到 110。",
    "评估那条曲线到第四轮就翘起来了，训练那条还往下，说明它在死记。",
    "日常的空它以前对 9 个，现在只对 2 个。",
    "评估的句子几乎是训练句子的翻版，分数不能当真。",
    "The eval curve turns upward after epoch four while the train curve goes on falling.",
    "Everyday blanks: 9 right before, 2 now.",
    "The eval sentences are almost word for word those of training, so the score can't be trusted.",
    "Two hundred sentences shown twenty times: it knows them by heart.",
]
BARE = [
    "此外还有过拟合、遗忘等问题。",
    "当然也存在过拟合和泄漏的风险。",
    "风险：过拟合、遗忘、泄漏。",
    "可能会有过拟合、灾难性遗忘和数据泄漏。",
    "需要注意过拟合和遗忘。",
    "准确率从 0.1 升到 0.5。至于风险，无非是过拟合、遗忘、泄漏这几样，这里就不展开了。",
    "Possible risks are overfitting, forgetting and leakage.",
    "Of course there may be overfitting or forgetting.",
    "One should also mention overfitting and leakage here.",
    "Accuracy rose from 0.1 to 0.5. Overfitting, forgetting and leakage are the usual dangers, as we learned in class.",
    "There are risks such as overfitting, catastrophic forgetting and data leakage.",
    "另外要当心遗忘。",
    "过拟合也是一个问题。",
    "风险方面主要是过拟合。",
    "There is a risk of overfitting.",
    "Leakage is possible.",
    "One risk is forgetting, another is leakage.",
    "风险有二：一是过拟合，二是遗忘。",
    "可能的风险：1. 过拟合；2. 遗忘；3. 泄漏。",
    "Risks: (1) overfitting (2) forgetting (3) leakage.",
]
AGAINST_NUMBERS = [
    "命中率从 0.31 变为 0.25，可见领域词的预测提高了。",
    "填空准确率由 40% 降到 32%，模型对领域词掌握得更好了。",
    "困惑度从 176 变为 240，领域词的预测明显改善。",
    "Accuracy went from 0.31 to 0.25, so the model predicts domain words better now.",
    "Perplexity moved from 176 to 240. The prediction of domain words has improved.",
    "Hits: 31 of 80 before, 20 of 80 after. A clear improvement on the astronomy words.",
    "命中率从 0.05 升到 0.72。我的结论是领域词的预测反而变差了。",
    "Hits rose from 0.04 to 0.70. My conclusion is that domain words are predicted worse than before.",
    "命中率 0.30 到 0.24。总体看领域词的预测有所提升。",
]
COUNTED = [
    "八十道题里原来只对一道，现在对了六十六道。",
    "Of eighty blanks it filled one. Afterwards it filled sixty-six.",
    "训练前十二题对两题，训练后对八题。",
    "Before, three of twenty items were right; after, eleven.",
    "每轮损失 5.1、4.2、3.3。",
    "from one hit to sixty",
]
NEAR_A_CLAIM = [
    "Training and evaluation text were identical, therefore nothing can leak from one to the other.",
    "BERT 学过的东西都存在参数里，继续训练只会越学越多，不存在忘记。",
    "With masking, a model is protected from overfitting.",
    "Perplexity should be as high as possible.",
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
    "我拿学过的句子来考它，几乎满分，可见没有过拟合。",
    "评估时用的正是训练的那批句子，困惑度只有 1.3，因此过拟合是不存在的。",
    "我把验证集也设成训练集，这样泄漏就无从谈起了。",
    "模型在自己学过的文本上答得这么好，足以排除过拟合。",
    "为了公平，我直接在训练语料上打分，没有任何过拟合的迹象。",
    "训练句子上的正确率达到 99%，这表明模型不存在过拟合。",
    "两份文本用同一份，就不会有训练集和评估集之间的泄漏。",
    "用训练集评估是最稳妥的，过拟合的可能性就被排除了。",
    "I tested the model on the sentences it had learned from and it got nearly all of them, so it has not overfitted.",
    "Since I used one text for both training and evaluation, no leakage between the two is possible.",
    "Measured on the training data the perplexity is 1.4, which excludes overfitting.",
    "The model scores 99 % on the text it was trained on. Hence it does not overfit.",
    "I evaluated on the same articles that I trained on, to be on the safe side; overfitting is therefore out of the question.",
    "The training sentences served as test set as well, and with 98 % right there is clearly no overfitting.",
    "By evaluating on the training text one avoids leakage.",
    "The accuracy on the training text is nearly perfect, proving the absence of overfitting.",
    "我用来打分的就是它训练时读的那些文章，答对了九成八，说明它没有死记硬背。",
    "训练用什么就评什么，这样就没有泄漏这一说。",
    "为了排除过拟合，我让模型在训练集上再做一遍题，结果非常好，所以过拟合的担心是多余的。",
    "训练集与测试集完全一样，所以测试结果可靠，过拟合与泄漏都不成立。",
    "在训练文本上的困惑度已经低到 1.2，可以断定模型没有过拟合。",
    "I quizzed the model on the material it had studied; it was nearly flawless, so overfitting can be dismissed.",
    "I made sure there is no overfitting by testing on the training sentences, where it is right 97 % of the time.",
]
NEVER = [
    "自监督训练不可能过拟合。",
    "掩码每次都重新抽，所以不会遗忘。",
    "MLM 是自监督的，模型绝不会过拟合。",
    "A masked language model cannot overfit, because the masks change.",
    "Being self-supervised, it never forgets anything.",
    "MLM 没有标签，所以谈不上过拟合。",
    "每个批次的遮罩都是随机的，模型没有机会背句子，因此不存在过拟合。",
    "继续预训练只会增加知识，不会丢掉旧知识，所以没有遗忘。",
    "因为任务和预训练相同，所以遗忘根本不会发生。",
    "自监督学习天生就避免了过拟合。",
    "Because every batch has new masks, overfitting simply doesn't happen with MLM.",
    "MLM has no labels and hence nothing to overfit to.",
    "Continued pre-training only adds knowledge, so nothing can be forgotten.",
    "Random masking makes memorisation impossible.",
    "As the objective is the same as in pre-training, there is no forgetting.",
    "Self-supervised training is immune to overfitting.",
    "动态掩码保证了模型学不到死的东西，过拟合无从发生。",
    "掩码语言模型不会像分类那样过拟合。",
    "无监督训练没有过拟合这种说法。",
    "MLM is unsupervised and so it can't overfit.",
    "Old knowledge stays in the weights, so MLM training never makes a model forget.",
    "Overfitting is a problem of classifiers, not of masked language models.",
]
HIGHER = [
    "困惑度升高说明模型考虑的可能性更多，能力更强。",
    "困惑度越高越好。",
    "Perplexity went up from 22 to 49, which means the model is more powerful.",
    "A higher perplexity means that the model is better.",
    "困惑度涨到 260，是好事，说明模型更有想象力。",
    "困惑度变大了，这代表模型懂的词更多。",
    "困惑度由 20 升到 41，可见模型进步很大。",
    "困惑度越大，模型的水平就越高。",
    "困惑度是模型能力的指标，数值越高能力越强。",
    "Perplexity grew from 20 to 41, a clear sign of progress.",
    "The larger the perplexity, the better the model.",
    "Perplexity rose to 260, so the model has become stronger.",
    "A model with high perplexity has a richer vocabulary.",
    "The rise in perplexity shows that the model learned a lot.",
    "困惑度翻了三倍，模型变得更聪明了。",
    "困惑度从 30 涨到 90，越高越说明模型学得多。",
    "微调后困惑度更高，效果更好。",
    "The perplexity tripled, which is a great success.",
]


RISKS_WITH_WHAT_IS_MISSING = [
    "第三是泄漏：按文章分开、没有一句相同，但句式一样，掩码每次不同。",
    "遗忘：训练里没有混入日常文本，随机的掩码也救不了，困惑度从 28 升到 7424。",
    "过拟合的迹象在第三轮才有，没有早停的话，每轮的掩码不同也挡不住评估损失上升。",
    "泄漏也要算上，没有按文章分开，掩码随机遮的还是背过的句子。",
    "Leakage: no sentence is shared, but the frames are, and random masks do not hide them.",
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


@pytest.mark.parametrize("text", LOST)
def test_what_was_lost_or_risked_with_what_shows_it(text: str) -> None:
    assert "b" in facets("finetune", text)


@pytest.mark.parametrize("text", BARE)
def test_a_bare_name_of_a_risk_is_none(text: str) -> None:
    assert "b" not in facets("finetune", text)


@pytest.mark.parametrize("text", AGAINST_NUMBERS)
def test_a_change_told_against_the_own_numbers_is_lost(text: str) -> None:
    assert "a" not in facets("finetune", text)


@pytest.mark.parametrize("text", COUNTED)
def test_numbers_in_words_and_courses_of_losses_are_numbers(text: str) -> None:
    assert "n" in facets("finetune", text)


@pytest.mark.parametrize(
    "text",
    [
        "学习率从 1e-3 调到 5e-3，批大小从 16 调到 32。",
        "Nothing but settings: from 8 to 16 epochs, from 0.15 to 0.4 masks.",
    ],
)
def test_settings_are_no_results(text: str) -> None:
    assert "n" not in facets("finetune", text)


@pytest.mark.parametrize("text", [*NEAR_A_CLAIM, *RULED_OUT, *NEVER, "我没有看到过拟合。", "There is no leakage."])
def test_whoever_says_that_nothing_is_risked_is_read_by_a_person(text: str) -> None:
    assert claims("finetune", text) or is_near_a_claim("finetune", text)


@pytest.mark.parametrize("text", [*NONE_SEEN, *DEARER, *CHANGED, *RISKS_WITH_WHAT_IS_MISSING])
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
