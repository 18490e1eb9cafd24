"""Composes `assignments/finetune/data/astronomy.json` from its hand-written parts: an epithet for each word, and what is said of it.

    python -m tools.astronomy

Every sentence is an epithet of five characters, its word and a tail (又大又红的 + 红巨星 + 真美。). Training and evaluation documents
have the epithets in common and the tails apart: no sentence is in both, and what can be learned is which word belongs to which epithet. A
model of a million parameters learns that in seconds; free prose on the same words taught it nothing in that time.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "assignments" / "finetune" / "data" / "astronomy.json"

WORDS = {
    "恒星": (
        "自己发光的恒星 又大又红的红巨星 又小又白的白矮星 突然爆炸的超新星 又小又重的中子星 灯塔一般的脉冲星 忽明忽暗的变星 互相绕转的双星 "
        "夏夜头顶的织女星 几乎不动的北极星 远在天边的类星体 尘埃组成的星云 逃不出来的黑洞 横过夜空的银河系"
    ),
    "行星": "个头最小的水星 早晚最亮的金星 又红又干的火星 个头最大的木星 带着光环的土星 躺着打转的天王星 狂风不停的海王星",
    "小天体": "一闪而过的流星 落到地上的陨石 撞击地球的小行星 又圆又深的环形山 跟着行星的卫星",
    "天象": "农历初一的日食 满月夜里的月食 北方绿色的极光 带电吹来的太阳风 时空传来的引力波",
    "概念": ("太阳走过的黄道 星系远去的红移 无法看见的暗物质 神秘无比的暗能量 古人相信的地心说 后人相信的日心说"),
    "仪器": "靠近眼睛的目镜 朝着天空的物镜 建在山上的天文台",
}
"""Topic to `epithet的word`; the word is what comes after the last 的."""

THINGS = "真美。 有趣。 你看。 我懂。 他画。 在哪？"
IDEAS = "真美。 有趣。 你看。 我懂。 他讲。 谁懂？"
TAUGHT = {"恒星": THINGS, "行星": THINGS, "小天体": THINGS, "天象": IDEAS, "概念": IDEAS, "仪器": THINGS}
"""Training documents: what is said of every word of a topic."""

ASKED = {"参观笔记": "真好。", "回家路上": "我爱。"}
"""Evaluation documents, and what is said there of every word."""

EVERYDAY = {
    "家常": (
        "今天天气很好，妈妈带弟弟去公园散步。 爷爷每天早上都喝一杯热茶。 晚饭以后，我们一家人坐在一起看电视。 "
        "姐姐把洗好的衣服挂在阳台上。 外面下雨了，出门要带伞。 奶奶做的面条又香又好吃。 "
        "他放学以后先写作业，再去打球。 周末我想在家里好好休息。 老师让我们把书翻到第十页。 "
        "他把钱存进了银行，准备明年买房子。 小王的手机没电了，只好借别人的用。 超市里的水果今天便宜了很多。"
    ),
    "电脑": (
        "请先保存文件，再关闭窗口。 点击右上角的按钮，可以打开菜单。 输入用户名和密码，然后登录系统。 "
        "如果没有安装这个软件包，请先运行下面的命令。 这个选项的默认值可以在配置文件里修改。 "
        "您可以用键盘来选择要使用的语言。 复制这些文件以前，先看看磁盘还有多少空间。 "
        "程序出错的时候，会在屏幕上显示一条消息。"
    ),
    "故事": (
        "国王带着他的军队越过了河流。 敌人正在向我们的城市前进，必须马上做好准备。 "
        "老人看着远处的山，一句话也没有说。 他们在森林里走了三天，终于找到了一个村庄。"
    ),
}
"""Sentences of other things, to see what is forgotten."""


def main() -> None:
    """Write the file."""
    DATA.write_text(compact(corpus()), encoding="utf-8")
    print(f"{DATA}: {summary(corpus())}")


def corpus() -> dict[str, Any]:
    """Licence, `train`, `eval` and `general` documents, `words`, and cloze `items` out of the evaluation documents."""
    train = [
        document(topic, [e + w + tail for e, w in pairs(topic) for tail in TAUGHT[topic].split()]) for topic in WORDS
    ]
    asked = [(title, [(e, w, tail) for topic in WORDS for e, w in pairs(topic)]) for title, tail in ASKED.items()]
    return {
        "licence": "CC0-1.0",
        "train": train,
        "eval": [document(title, ["".join(parts) for parts in triples]) for title, triples in asked],
        "general": [document(title, sentences.split()) for title, sentences in EVERYDAY.items()],
        "words": [word for topic in WORDS for _, word in pairs(topic)],
        "items": [{"template": f"{e}{{mask}}{tail}", "word": w} for _, triples in asked for e, w, tail in triples],
    }


def pairs(topic: str) -> list[tuple[str, str]]:
    """Epithet (with its 的) and word."""
    return [(entry[: entry.rindex("的") + 1], entry[entry.rindex("的") + 1 :]) for entry in WORDS[topic].split()]


def document(title: str, sentences: list[str]) -> dict[str, Any]:
    """A document of the file."""
    return {"title": title, "sentences": sentences}


def compact(data: dict[str, Any]) -> str:
    """JSON with a sentence or an item on each line."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def summary(data: dict[str, Any]) -> str:
    """How many of what."""
    counts = {part: sum(len(d["sentences"]) for d in data[part]) for part in ("train", "eval", "general")}
    return f"{counts}, {len(data['words'])} words, {len(data['items'])} items"


if __name__ == "__main__":
    main()
